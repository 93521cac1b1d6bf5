// Schwarz bounds Q_ab = sqrt(max |(ab|ab)|), |(ab|cd)| <= Q_ab Q_cd (Haser & Ahlrichs, J. Comput. Chem. 10, 104).
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Fills the rows of contraction groups (chem/basis_set.hpp) first, first + stride, ... in the lower triangle of a
// shells x shells matrix and leaves the rest zero, so that ranks can share the work and sum their parts exactly. From
// our own kernels, or from Libint beyond their angular momentum. No quartet of primitives is neglected: an error e in
// (ab|ab) would be one of sqrt(e) in a small bound; primitive pairs that are negligible to the precision of `pairs`
// are, and what their norm can be is added, so that these are bounds all the same. Local, serial.
Matrix schwarz_bounds(const ShellPairs& pairs, int first = 0, int stride = 1);

// All rows, with every primitive.
Matrix schwarz_bounds(const BasisSet& basis);

}  // namespace fockproxy
