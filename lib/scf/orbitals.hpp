// Canonical orthogonalisation and the Roothaan equations. Local, serial.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

// X = U s^(-1/2) over the eigenpairs of the overlap with s >= threshold, so that X^T S X = 1 (Szabo & Ostlund, eqs.
// 3.169 and 3.172).
struct Orthogonalization {
  Matrix x;                        // functions x orbitals
  int dropped = 0;                 // linearly dependent combinations left out
  double smallest_eigenvalue = 0;  // of the overlap
};
Orthogonalization canonical_orthogonalization(const Matrix& overlap, double threshold);

struct Orbitals {
  Matrix coefficients;  // functions x orbitals, C^T S C = 1
  Vector energies;      // hartree, ascending
};

// Solves F C = S C e in the space of X (Szabo & Ostlund, eqs. 3.174 to 3.178).
Orbitals solve_roothaan(const Matrix& fock, const Matrix& x);

// C_occ C_occ^T of the `occupied` lowest orbitals, symmetric to the last bit; zero for none.
Matrix density_of(const Orbitals& orbitals, int occupied);

}  // namespace fockproxy
