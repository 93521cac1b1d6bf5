#include "scf/orbitals.hpp"

#include "integrals/symmetric.hpp"
#include "scf/eigenpairs.hpp"

namespace fockproxy {

Orthogonalization canonical_orthogonalization(const Matrix& overlap, double threshold) {
  const auto [s, u] = diagonalise(overlap);
  Orthogonalization result;
  result.smallest_eigenvalue = s[0];
  while (result.dropped < s.size() && s[result.dropped] < threshold) ++result.dropped;
  const auto kept = s.size() - result.dropped;
  result.x = u.rightCols(kept) * s.tail(kept).cwiseInverse().cwiseSqrt().asDiagonal();
  return result;
}

Orbitals solve_roothaan(const Matrix& fock, const Matrix& x) {
  const auto [energies, vectors] = diagonalise(x.transpose() * fock * x);
  return {x * vectors, energies};
}

Matrix density_of(const Orbitals& orbitals, int occupied) {
  const auto c = orbitals.coefficients.leftCols(occupied);
  Matrix density = c * c.transpose();
  mirror_lower(density);  // the product rounds either triangle in its own way
  return density;
}

}  // namespace fockproxy
