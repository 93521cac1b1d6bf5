// ScaLAPACK on all ranks (Blackford et al., ScaLAPACK Users' Guide, SIAM 1997).
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
  // The `count` lowest eigenpairs at least of a matrix that is destroyed, in arrays for all of them; values on rank 0
  // at least. Throws where it cannot. Collective.
  virtual void solve(DenseMatrix& matrix, Eigenpairs& pairs, int count);

 private:
  using Descriptor = std::array<int, 9>;
  Descriptor descriptor(const DenseMatrix& m) const;

  int context_;
};

}  // namespace fockproxy
