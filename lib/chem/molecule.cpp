#include "chem/molecule.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "chem/elements.hpp"

namespace fockproxy {
namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

}  // namespace

std::string name_of(LengthUnit unit) { return unit == LengthUnit::bohr ? "bohr" : "angstrom"; }

std::optional<LengthUnit> parse_length_unit(const std::string& name) {
  for (const LengthUnit unit : {LengthUnit::angstrom, LengthUnit::bohr})
    if (name == name_of(unit)) return unit;
  return std::nullopt;
}

int Molecule::electrons() const {
  int result = -charge;
  for (const Atom& atom : atoms) {
    result += atom.charge;
  }
  return result;
}

int Molecule::alpha_electrons() const { return (electrons() + multiplicity - 1) / 2; }

int Molecule::beta_electrons() const { return electrons() - alpha_electrons(); }

// Hill order, J. Am. Chem. Soc. 22, 478 (1900): with carbon: C, H, then the rest by symbol; without carbon: all by
// symbol.
std::string Molecule::formula() const {
  std::map<std::string, int> count;
  for (const Atom& atom : atoms) {
    ++count[element_symbol(atom.charge)];
  }
  std::string result;
  const auto append = [&](const std::string& symbol, int number) {
    result += symbol;
    if (number > 1) {
      result += std::to_string(number);
    }
  };
  if (count.contains("C")) {
    for (const std::string symbol : {"C", "H"}) {
      if (count.contains(symbol)) {
        append(symbol, count[symbol]);
        count.erase(symbol);
      }
    }
  }
  for (const auto& [symbol, number] : count) {
    append(symbol, number);
  }
  return result;
}

double Molecule::nuclear_repulsion() const {
  double energy = 0;
  for (std::size_t i = 1; i < atoms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      energy += atoms[i].charge * atoms[j].charge / distance(atoms[i].position, atoms[j].position);
    }
  }
  return energy;
}

Molecule read_xyz(const std::filesystem::path& file, int charge, int multiplicity, LengthUnit unit) {
  return read_xyz(TextFile::read(file, xyz_kind), charge, multiplicity, unit);
}

}  // namespace fockproxy
