#include "chem/bond_lengths.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "chem/elements.hpp"

namespace fockproxy {
namespace {

// Single-bond radii in Angstrom from H to Kr: Cordero et al., Dalton Trans. 2008, 2832 (low spin for Mn, Fe and Co).
constexpr std::array<double, last_element> radii = {
    0.31, 0.28, 1.28, 0.96, 0.84, 0.76, 0.71, 0.66, 0.57, 0.58, 1.66, 1.41, 1.21, 1.11, 1.07, 1.05, 1.02, 1.06,
    2.03, 1.76, 1.70, 1.60, 1.53, 1.39, 1.39, 1.32, 1.26, 1.24, 1.32, 1.22, 1.22, 1.20, 1.19, 1.20, 1.20, 1.16};

// Distances relative to the sum of the two radii. Bonds have 0.58 (V2) to 1.25. Half of a bond length, as with a wrong
// unit, is at most 0.575 (AlH).
constexpr double shortest_bond = 0.575, longest_bond = 1.3;
constexpr double shortest_distance = 0.5;  // Angstrom; H2 has 0.74, a long bond for its radii

struct Distances {
  double shortest = std::numeric_limits<double>::infinity();  // Angstrom
  double nearest = std::numeric_limits<double>::infinity();   // smallest distance relative to the sum of the radii
  double loneliest = 0;  // largest distance of an atom to its nearest neighbour, likewise
};

Distances distances_of(const std::vector<Atom>& atoms) {
  Distances result;
  std::vector<double> nearest(atoms.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 1; i < atoms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::max(atoms[i].charge, atoms[j].charge) > last_element) continue;
      const Point &a = atoms[i].position, &b = atoms[j].position;
      const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
      const double angstrom = std::sqrt(x * x + y * y + z * z) * angstrom_per_bohr;
      const double part = angstrom / (radii[atoms[i].charge - 1] + radii[atoms[j].charge - 1]);
      nearest[i] = std::min(nearest[i], part);
      nearest[j] = std::min(nearest[j], part);
      result.shortest = std::min(result.shortest, angstrom);
    }
  }
  for (const double part : nearest) {
    result.nearest = std::min(result.nearest, part);
    result.loneliest = std::max(result.loneliest, part);
  }
  return result;
}

}  // namespace

std::string doubt_about_distances(const std::vector<Atom>& atoms, LengthUnit unit) {
  const Distances found = distances_of(atoms);
  const bool too_near = found.nearest < shortest_bond || found.shortest < shortest_distance;
  const bool apart = found.nearest > longest_bond && std::isfinite(found.nearest);
  if (!too_near && !apart) return "";

  struct Unit {
    const char* plural;
    const char* cure;
    double angstrom;
  };
  constexpr Unit units[] = {{"Angstrom", "give --units angstrom", 1},
                            {"bohr", "give --units bohr", angstrom_per_bohr},
                            {"nanometres", "multiply them by 10", 10},
                            {"picometres", "divide them by 100", 0.01}};
  const std::string odd =
      too_near
          ? fmt::format("two atoms are {:.2f} Angstrom apart, much nearer than in a bond", found.shortest)
          : fmt::format("no two atoms are as near as in a bond: the nearest are {:.2f} Angstrom apart", found.shortest);
  for (const Unit& other : units) {
    const double factor = other.angstrom / (unit == LengthUnit::bohr ? angstrom_per_bohr : 1);
    if (factor != 1 && found.nearest * factor >= shortest_bond && found.shortest * factor >= shortest_distance &&
        found.loneliest * factor <= longest_bond)
      return fmt::format("{}; if the file's numbers are {}, {}", odd, other.plural, other.cure);
  }
  return too_near ? odd + "; check the unit of the file" : "";
}

}  // namespace fockproxy
