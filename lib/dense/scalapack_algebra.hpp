// The solver that uses ScaLAPACK on all ranks (Blackford et al., ScaLAPACK Users' Guide, SIAM 1997).
#pragma once

#include <array>

#include "dense/algebra.hpp"

namespace fockproxy {

class ScalapackAlgebra : public Algebra {
 public:
  explicit ScalapackAlgebra(const Communicator& comm);
  ~ScalapackAlgebra() override;

  using Algebra::diagonalise;
  using Algebra::multiply;
  DenseMatrix multiply(Op op_a, const DenseMatrix& a, Op op_b, const DenseMatrix& b) override;
  DenseMatrix transpose(const DenseMatrix& matrix) override;
  Eigenpairs diagonalise(const DenseMatrix& symmetric, DenseMatrix::Index count) override;

 protected:
  // Computes at least the `count` lowest eigenpairs and destroys the matrix. The arrays have room for all pairs. The
  // values are valid at least on rank 0. Throws if this fails. Collective.
  virtual void solve(DenseMatrix& matrix, Eigenpairs& pairs, int count);

 private:
  using Descriptor = std::array<int, 9>;
  Descriptor descriptor(const DenseMatrix& m) const;

  int context_;
};

}  // namespace fockproxy
