#include "chem/molecule.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <map>

#include "chem/elements.hpp"
#include "chem/xyz_parser.hpp"

namespace fockproxy {
namespace {

constexpr std::int64_t most_electrons = 1'000'000;  // far more than can be computed; keeps every sum within an int

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// Sets charge and multiplicity. In 64 bits, because a mistyped option can be any int.
void set_charge_and_spin(const TextFile& text, Molecule& molecule, int charge, int multiplicity) {
  std::int64_t nuclear = 0;
  for (const Atom& atom : molecule.atoms) {
    nuclear += atom.charge;
  }
  const std::int64_t electrons = nuclear - charge;
  if (electrons < 1) {
    text.fail(0, fmt::format("charge {} leaves no electron of the {} that the neutral molecule has", charge, nuclear),
              fmt::format("give a charge of at most {}", nuclear - 1));
  }
  if (electrons > most_electrons) {
    text.fail(0, fmt::format("charge {} makes {} electrons", charge, electrons),
              fmt::format("give a charge that leaves at most {}", most_electrons));
  }
  if (multiplicity < 0) {
    text.fail(0, fmt::format("multiplicity {} is negative", multiplicity),
              "give 2S + 1: 1 for a singlet, 2 for a doublet, 3 for a triplet");
  }
  const bool even = electrons % 2 == 0;
  if (multiplicity == 0) {
    multiplicity = even ? 1 : 2;
  }
  if ((multiplicity % 2 == 1) != even) {
    text.fail(0, fmt::format("{} electrons (charge {}) cannot have multiplicity {}", electrons, charge, multiplicity),
              even ? "an even number of electrons has 1, 3, 5, ..." : "an odd number of electrons has 2, 4, 6, ...");
  }
  if (multiplicity - 1 > electrons) {
    text.fail(0, fmt::format("multiplicity {} needs {} unpaired electrons, and there are {}", multiplicity,
                             multiplicity - 1, electrons),
              fmt::format("give a multiplicity of at most {}", electrons + 1));
  }
  molecule.charge = charge;
  molecule.multiplicity = multiplicity;
}

// By whole bohr, so that coordinates lose nothing by it.
void move_near_origin(Molecule& molecule) {
  constexpr double near = 20;  // bohr
  Point middle{};
  for (const Atom& atom : molecule.atoms)
    for (int k = 0; k < 3; ++k) middle[k] += atom.position[k] / static_cast<double>(molecule.atoms.size());
  if (std::hypot(middle[0], middle[1], middle[2]) <= near) return;
  for (int k = 0; k < 3; ++k) molecule.origin[k] = std::round(middle[k]);
  for (Atom& atom : molecule.atoms)
    for (int k = 0; k < 3; ++k) atom.position[k] -= molecule.origin[k];
}

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

// Hill, J. Am. Chem. Soc. 22, 478 (1900): with carbon C, H, then the rest by symbol; without, all by symbol.
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

Molecule read_xyz(const TextFile& text, int charge, int multiplicity, LengthUnit unit) {
  XyzParser parser(text, unit);
  Molecule molecule;
  molecule.name = text.path().stem().string();
  molecule.unit = unit;
  if (text.lines() >= 2) {
    molecule.comment = printable(text.line(2), text.line(2).size());
  }
  molecule.atoms = parser.parse();
  set_charge_and_spin(text, molecule, charge, multiplicity);
  molecule.notes = parser.notes(molecule);
  move_near_origin(molecule);
  return molecule;
}

Molecule read_xyz(const std::filesystem::path& file, int charge, int multiplicity, LengthUnit unit) {
  return read_xyz(TextFile::read(file, xyz_kind), charge, multiplicity, unit);
}

}  // namespace fockproxy
