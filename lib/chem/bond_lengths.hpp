// Whether the distances in a molecule are like bond lengths, and in which unit they would be.
#pragma once

#include <string>
#include <vector>

#include "chem/molecule.hpp"

namespace fockproxy {

// Empty for usual distances. Otherwise one sentence with the doubt and the probable unit, in two cases: two atoms are
// much nearer than a bond length, or no two atoms are within a bond length but would be in another unit. `unit` is the
// unit in which the numbers were read. Atoms beyond Kr are not judged.
std::string doubt_about_distances(const std::vector<Atom>& atoms, LengthUnit unit);

}  // namespace fockproxy
