// Whether the distances in a molecule are like those of bonds, and in which unit they would be.
#pragma once

#include <string>
#include <vector>

#include "chem/molecule.hpp"

namespace fockproxy {

// Empty for a molecule like others. Where two atoms are much nearer than a bond is long, or where no two atoms are as
// near as a bond and would be if the file's numbers were of another unit: what is odd, and that unit, in one sentence.
// `unit` is the one in which the numbers were read. Atoms beyond Kr are not judged.
std::string doubt_about_distances(const std::vector<Atom>& atoms, LengthUnit unit);

}  // namespace fockproxy
