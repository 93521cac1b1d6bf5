#include "chem/molecule.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>

#include "chem/elements.hpp"

namespace fockproxy {
namespace {

constexpr double largest_coordinate = 1e4;  // Angstrom
constexpr double smallest_distance = 0.1;   // Angstrom
constexpr int first_atom_line = 3;
constexpr std::int64_t most_electrons = 1'000'000;  // far more than can be computed; keeps every sum within an int
constexpr std::string_view atom_form = "write 'symbol x y z' in Angstrom";

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

int read_atom_count(const TextFile& text) {
  const auto words = split_words(text.line(1));
  int count = 0;
  if (words.size() == 1) {
    const auto [end, error] = std::from_chars(words[0].data(), words[0].data() + words[0].size(), count);
    if (error == std::errc() && end == words[0].data() + words[0].size() && count > 0) {
      return count;
    }
  }
  text.fail(1, fmt::format("'{}' is not a number of atoms", printable(text.line(1))),
            "the first line of an XYZ file holds one whole number above 0 and nothing else");
}

Atom read_atom(const TextFile& text, int line, int atom, int count) {
  const auto words = split_words(text.line(line));
  if (words.empty()) {
    text.fail(line, fmt::format("blank line where atom {} of {} should be", atom, count), atom_form);
  }
  const int charge = nuclear_charge(words[0]);
  if (charge == 0) {
    text.fail(line, fmt::format("unknown element '{}'", printable(words[0])), "write its symbol, such as H or He");
  }
  if (words.size() != 4) {
    text.fail(line, fmt::format("{} words where an atom has 4", words.size()), atom_form);
  }
  constexpr std::array<std::string_view, 3> names = {"the x coordinate", "the y coordinate", "the z coordinate"};
  Point position;
  for (int k = 0; k < 3; ++k) {
    const double angstrom = text.finite_number(line, words[k + 1], names[k]);
    if (std::abs(angstrom) > largest_coordinate) {
      text.fail(line, fmt::format("{} '{}' is beyond {:g} Angstrom", names[k], printable(words[k + 1]),
                                  largest_coordinate),
                "give a molecule near the origin, in Angstrom");
    }
    position[k] = angstrom / angstrom_per_bohr;
  }
  return {charge, position};
}

void check_distances(const TextFile& text, const std::vector<Atom>& atoms) {
  for (std::size_t i = 1; i < atoms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double angstrom = distance(atoms[i].position, atoms[j].position) * angstrom_per_bohr;
      if (angstrom < smallest_distance) {
        text.fail(first_atom_line + static_cast<int>(i),
                  fmt::format("the atom is {:.3g} Angstrom from the one of line {}", angstrom, first_atom_line + j),
                  fmt::format("two atoms must be at least {:g} Angstrom apart", smallest_distance));
      }
    }
  }
}

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

Molecule read_xyz(const TextFile& text, int charge, int multiplicity) {
  const int count = read_atom_count(text);

  Molecule molecule;
  molecule.name = text.path().stem().string();
  if (text.lines() >= 2) {
    molecule.comment = printable(text.line(2), text.line(2).size());
  }
  for (int atom = 1; atom <= count; ++atom) {
    const int line = first_atom_line + atom - 1;
    if (line > text.lines()) {
      text.fail(text.lines(), fmt::format("the file ends after {} of {} atoms", atom - 1, count),
                "line 1 must hold the number of atoms, line 2 a comment, and an atom on each line after");
    }
    molecule.atoms.push_back(read_atom(text, line, atom, count));
  }
  for (int line = first_atom_line + count; line <= text.lines(); ++line) {
    if (!split_words(text.line(line)).empty()) {
      text.fail(line, fmt::format("text after the last of the {} atoms that line 1 announces", count),
                "correct the number in line 1 or remove the text");
    }
  }
  check_distances(text, molecule.atoms);
  set_charge_and_spin(text, molecule, charge, multiplicity);
  move_near_origin(molecule);
  return molecule;
}

Molecule read_xyz(const std::filesystem::path& file, int charge, int multiplicity) {
  return read_xyz(TextFile::read(file, xyz_kind), charge, multiplicity);
}

}  // namespace fockproxy
