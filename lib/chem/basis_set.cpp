#include "chem/basis_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chem/elements.hpp"
#include "chem/text_file.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// For example "H-Ar, Ca-Kr".
std::string element_ranges(const BasisFile& file) {
  std::string result;
  for (auto it = file.elements.begin(); it != file.elements.end();) {
    const int first = it->first;
    int last = first;
    while (++it != file.elements.end() && it->first == last + 1) {
      ++last;
    }
    result += result.empty() ? "" : ", ";
    result += element_symbol(first);
    if (last != first) {
      result += '-';
      result += element_symbol(last);
    }
  }
  return result;
}

// Whether the file gives two atoms the same functions.
bool same_functions(const std::vector<Contraction>& a, const std::vector<Contraction>& b) {
  return std::ranges::equal(a, b, [](const Contraction& x, const Contraction& y) {
    return x.angular_momentum == y.angular_momentum && x.exponents == y.exponents && x.coefficients == y.coefficients;
  });
}

double largest_exponent(const std::vector<Contraction>& shells) {
  double result = 0;
  for (const Contraction& shell : shells)
    for (const double exponent : shell.exponents) result = std::max(result, exponent);
  return result;
}

// The shells of each element. If the file gives shells to centres, they go to the elements of these atoms in
// `molecule`. This refuses a file for another molecule or for another order of the atoms.
std::map<int, std::vector<Contraction>> shells_by_element(const Molecule& molecule, const BasisFile& file) {
  if (file.centres.empty()) return file.elements;
  constexpr std::string_view cure =
      "numbers count the atoms of the molecule: give them in the order of the file's, or write symbols, such as 'O 0'";
  const auto fail = [&](const std::string& wrong) {
    throw UsageError(fmt::format("{}{}; {}", place_in(file.path, 0), wrong, cure));
  };
  const auto element = [&](int centre) { return molecule.atoms[centre - 1].charge; };
  const auto name = [&](int centre) { return fmt::format("centre {} ({})", centre, element_symbol(element(centre))); };
  const int atoms = static_cast<int>(molecule.atoms.size());
  if (!file.elements.empty()) fail("centre numbers beside symbols of elements");
  if (const int last = file.centres.rbegin()->first; last > atoms) {
    fail(fmt::format("the file has centre {} and the molecule {} atom{}", last, atoms, atoms == 1 ? "" : "s"));
  }
  std::map<int, int> centres;  // the first centre of each element
  for (int centre = 1; centre <= atoms; ++centre) {
    if (!file.centres.contains(centre)) fail(fmt::format("the file has no {}", name(centre)));
    const auto [first, is_first] = centres.emplace(element(centre), centre);
    if (!is_first && !same_functions(file.centres.at(centre), file.centres.at(first->second)))
      fail(fmt::format("{} has other functions than {}", name(centre), name(first->second)));
  }
  // Of two elements in a basis set, the heavier one has the steeper functions.
  std::map<int, std::vector<Contraction>> shells;
  int lighter = 0;
  for (const auto& [charge, centre] : centres) {
    shells[charge] = file.centres.at(centre);
    if (lighter != 0 && largest_exponent(file.centres.at(lighter)) > largest_exponent(shells[charge]))
      fail(fmt::format("{} has steeper functions than {}", name(lighter), name(centre)));
    lighter = centre;
  }
  return shells;
}

void refuse_core_potentials(const Molecule& molecule, const BasisFile& file) {
  for (std::size_t atom = 0; atom < molecule.atoms.size(); ++atom) {
    const int charge = molecule.atoms[atom].charge;
    const auto of_centre = file.centre_potentials.find(static_cast<int>(atom) + 1);
    const auto of_element = file.element_potentials.find(charge);
    const CorePotential* potential = of_centre != file.centre_potentials.end()     ? &of_centre->second
                                     : of_element != file.element_potentials.end() ? &of_element->second
                                                                                   : nullptr;
    if (potential == nullptr) continue;
    const std::string symbol = element_symbol(charge);
    throw UsageError(
        fmt::format("{}{} has an effective core potential ('{}'), and fockproxy computes with none; give "
                    "a basis set with all electrons of {}{}",
                    place_in(file.path, potential->line), symbol, potential->head, symbol,
                    charge <= last_element ? ", such as def2-svp" : ""));
  }
}

// Unit-normalised primitives of one angular momentum have the same overlap as spherical and as axis-aligned Cartesian
// functions, so one rule covers both.
std::vector<double> normalised_coefficients(const Contraction& contraction) {
  std::vector<double> coefficients = contraction.coefficients;
  const double scale = 1 / std::sqrt(self_overlap(contraction));
  for (double& c : coefficients) {
    c *= scale;
  }
  return coefficients;
}

}  // namespace

BasisSet::BasisSet(const Molecule& molecule, const BasisFile& file, bool cartesian)
    : name_(file.name), cartesian_(cartesian) {
  refuse_core_potentials(molecule, file);
  const auto elements = shells_by_element(molecule, file);
  int groups = 0;
  for (int atom = 0; atom < static_cast<int>(molecule.atoms.size()); ++atom) {
    const auto& [charge, position] = molecule.atoms[atom];
    const auto found = elements.find(charge);
    if (found == elements.end()) {
      throw UsageError(fmt::format("{}the basis set has no {}; it has {}", place_in(file.path, 0),
                                   element_symbol(charge), element_ranges(file)));
    }
    first_shell_of_atom_.push_back(shells());
    for (const Contraction& contraction : found->second) {
      const int l = contraction.angular_momentum;
      const bool same_group = shells() > first_shell_of_atom_.back() && shells_.back().angular_momentum == l &&
                              shells_.back().exponents == contraction.exponents;
      if (!same_group) {
        ++groups;
      }
      shells_.push_back({atom, l, !cartesian, position, contraction.exponents, normalised_coefficients(contraction),
                         functions_, groups - 1});
      functions_ += shells_.back().functions();
    }
  }
  first_shell_of_atom_.push_back(shells());
}

int BasisSet::max_angular_momentum() const {
  int result = 0;
  for (const Shell& shell : shells_) {
    result = std::max(result, shell.angular_momentum);
  }
  return result;
}

int BasisSet::max_primitives() const {
  std::size_t result = 0;
  for (const Shell& shell : shells_) {
    result = std::max(result, shell.exponents.size());
  }
  return static_cast<int>(result);
}

}  // namespace fockproxy
