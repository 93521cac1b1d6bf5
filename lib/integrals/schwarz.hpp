// Schwarz bounds Q_ab = sqrt(max |(ab|ab)|), |(ab|cd)| <= Q_ab Q_cd (Haser & Ahlrichs, J. Comput. Chem. 10, 104).
#pragma once

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Fills rows first, first + stride, ... of the lower triangle of a shells x shells matrix and leaves the rest zero,
// so that ranks can share the work and sum their parts exactly. The integrals keep every primitive, whatever the
// precision of the Fock build: an error e in (ab|ab) would be one of sqrt(e) in a small bound. Local, serial.
Matrix schwarz_bounds(const BasisSet& basis, int first = 0, int stride = 1);

// Copies the lower triangle to the upper one.
void mirror_lower(Matrix& m);

}  // namespace fockproxy
