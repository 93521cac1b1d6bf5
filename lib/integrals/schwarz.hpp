// Schwarz bounds Q_ab = sqrt(max |(ab|ab)|), |(ab|cd)| <= Q_ab Q_cd (Haser & Ahlrichs, J. Comput. Chem. 10, 104).
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Fills the rows of contraction groups (chem/basis_set.hpp) first, first + stride, ... in the lower triangle of
// `bounds`, shells x shells, and leaves the rest alone, so that ranks can share the work. From
// our own kernels, or from Libint beyond their angular momentum. No quartet of primitives is neglected: an error e in
// (ab|ab) would be one of sqrt(e) in a small bound; primitive pairs that are negligible to the precision of `pairs`
// are, and what their norm can be is added, so that these are bounds all the same. With our own kernels they have the
// same bits on every processor. Local, serial.
void schwarz_bounds(const ShellPairs& pairs, int first, int stride, Eigen::Map<Matrix> bounds);

// All rows; zero above the diagonal.
Matrix schwarz_bounds(const ShellPairs& pairs);
// With every primitive.
Matrix schwarz_bounds(const BasisSet& basis);

}  // namespace fockproxy
