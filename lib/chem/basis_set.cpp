#include "chem/basis_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chem/elements.hpp"
#include "chem/text_file.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// "H-Ar, Ca-Kr"
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

// Unit-normalised primitives of one angular momentum overlap alike whether spherical or axis-aligned Cartesian, so one
// rule serves both.
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
  int groups = 0;
  for (int atom = 0; atom < static_cast<int>(molecule.atoms.size()); ++atom) {
    const auto& [charge, position] = molecule.atoms[atom];
    const auto found = file.elements.find(charge);
    if (found == file.elements.end()) {
      throw UsageError(fmt::format("{}: the basis set has no {}; it has {}", printable(file.path.string(), 1000),
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
