// Matrices for tests, with the local solver.
#pragma once

#include "dense/algebra.hpp"
#include "dense/whole_matrix.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {

inline Algebra& local_algebra() {
  static const std::unique_ptr<Algebra> algebra = Choice<SolverEntry>("local")->make(testing::world(), "auto");
  return *algebra;
}

inline DenseMatrix dense(const Matrix& m) { return distributed(local_algebra().grid(), m); }

}  // namespace fockproxy
