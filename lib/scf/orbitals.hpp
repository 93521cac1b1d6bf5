// Canonical orthogonalisation and the Roothaan equations. Collective.
#pragma once

#include "dense/algebra.hpp"

namespace fockproxy {

// X = U s^(-1/2) over the eigenpairs of the overlap with s >= threshold, so that X^T S X = 1 (Szabo & Ostlund, eqs.
// 3.169 and 3.172).
struct Orthogonalization {
  DenseMatrix x;                   // functions x orbitals
  DenseMatrix sx;                  // S X
  int dropped = 0;                 // linearly dependent combinations that were left out
  double smallest_eigenvalue = 0;  // of the overlap
};
Orthogonalization canonical_orthogonalization(Algebra& algebra, const DenseMatrix& overlap, double threshold);

struct Orbitals {
  DenseMatrix coefficients;  // functions x orbitals, C^T S C = 1; all orbitals or the lowest
  Vector energies;           // hartree, ascending; the same on every rank
};

// A matrix over functions in the space of X, X^T F X, symmetric to the last bit.
DenseMatrix in_orthonormal_basis(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& x);

// Solves F C = S C e in the space of X (Szabo & Ostlund, eqs. 3.174 to 3.178), for all orbitals.
Orbitals solve_roothaan(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& x);
// The same for the `count` lowest orbitals, from `transformed` = X^T F X.
Orbitals solve_transformed(Algebra& algebra, const DenseMatrix& transformed, const DenseMatrix& x,
                           DenseMatrix::Index count);

// C_occ C_occ^T of the `occupied` lowest orbitals, symmetric to the last bit; zero if `occupied` is 0.
DenseMatrix density_of(Algebra& algebra, const Orbitals& orbitals, int occupied);

}  // namespace fockproxy
