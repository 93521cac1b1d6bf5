#include "scf/orbitals.hpp"

namespace fockproxy {

Orthogonalization canonical_orthogonalization(Algebra& algebra, const DenseMatrix& overlap, double threshold) {
  // Uses -S, so that the vectors to keep come first.
  DenseMatrix negative = overlap;
  negative *= -1;
  const auto [values, vectors] = algebra.diagonalise(negative);
  const auto n = values.size();
  Orthogonalization result;
  result.smallest_eigenvalue = -values[n - 1];
  while (result.dropped < n && -values[n - 1 - result.dropped] < threshold) ++result.dropped;
  const auto kept = n - result.dropped;
  result.x = vectors.leading_columns(kept);
  result.x.scale_columns((-values.head(kept)).cwiseInverse().cwiseSqrt());
  result.sx = algebra.multiply(overlap, result.x);
  return result;
}

DenseMatrix in_orthonormal_basis(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& x) {
  return algebra.symmetric_part(algebra.multiply(Op::transposed, x, Op::plain, algebra.multiply(fock, x)));
}

Orbitals solve_roothaan(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& x) {
  return solve_transformed(algebra, in_orthonormal_basis(algebra, fock, x), x, x.columns());
}

Orbitals solve_transformed(Algebra& algebra, const DenseMatrix& transformed, const DenseMatrix& x,
                           DenseMatrix::Index count) {
  Eigenpairs pairs = algebra.diagonalise(transformed, count);
  return {algebra.multiply(x, pairs.vectors), std::move(pairs.values)};
}

DenseMatrix density_of(Algebra& algebra, const Orbitals& orbitals, int occupied) {
  const DenseMatrix c = orbitals.coefficients.leading_columns(occupied);
  // The two triangles of the product have different rounding errors.
  return algebra.symmetric_part(algebra.multiply(Op::plain, c, Op::transposed, c));
}

}  // namespace fockproxy
