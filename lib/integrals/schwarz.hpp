// Schwarz bounds Q_ab = sqrt(max |(ab|ab)|), |(ab|cd)| <= Q_ab Q_cd (Haser & Ahlrichs, J. Comput. Chem. 10, 104).
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Fills rows of the lower triangle of `bounds`, shells x shells: those of the contraction groups (chem/basis_set.hpp)
// first, first + stride, ... It leaves the other rows unchanged, so that ranks can share the work. The integrals come
// from the kernels of fockproxy, or from Libint beyond their angular momentum.
// No quartet of primitives is neglected, because an error e in (ab|ab) would give an error sqrt(e) in a small bound.
// Primitive pairs that are negligible to the precision of `pairs` are left out, and the largest value of their norm is
// added, so the results are still bounds. With the kernels of fockproxy the bounds have the same bits on every
// processor. Local, serial.
void schwarz_bounds(const ShellPairs& pairs, int first, int stride, Eigen::Map<Matrix> bounds);

// All rows; zero above the diagonal.
Matrix schwarz_bounds(const ShellPairs& pairs);
// With every primitive pair.
Matrix schwarz_bounds(const BasisSet& basis);

}  // namespace fockproxy
