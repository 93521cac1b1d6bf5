// One-electron matrices in the atomic-orbital basis (Szabo & Ostlund, section 3.5.1). Local, serial.
#pragma once

#include <array>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Each returns a symmetric functions x functions matrix in atomic units. LibintSession must be alive. Throws
// UsageError for angular momentum beyond Libint's.
Matrix overlap(const BasisSet& basis);
Matrix kinetic(const BasisSet& basis);
std::array<Matrix, 3> dipole(const BasisSet& basis, Point origin = {0, 0, 0});  // <a| r - origin |b>, bohr

// Pairs of shells whose attraction stays below it (hartree), by a rigorous bound, are left zero.
inline constexpr double negligible_attraction = 1e-15;

// Negative: electrons in the field of the nuclei. By far the dearest of the four, so it can be shared out: computes
// the shell pairs (a, b <= a) with a = first, first + stride, ..., both triangles, and leaves the rest zero; the parts
// of `stride` ranks sum to the whole exactly.
Matrix nuclear_attraction(const BasisSet& basis, const Molecule& molecule, int first = 0, int stride = 1);

}  // namespace fockproxy
