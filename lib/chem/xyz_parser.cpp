#include "chem/xyz_parser.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

#include "chem/bond_lengths.hpp"
#include "chem/elements.hpp"

namespace fockproxy {
namespace {

constexpr double largest_coordinate = 1e4;          // Angstrom
constexpr double smallest_distance = 0.1;           // Angstrom
constexpr std::int64_t most_electrons = 1'000'000;  // far more than the program can compute; every sum fits an int
constexpr int comment_line = 2;
constexpr int first_atom_line = 3;
constexpr int last_known_element = 118;
constexpr std::string_view atom_form = "write 'symbol x y z'";
constexpr std::string_view properties_form =
    "write 'Properties=species:S:1:pos:R:3': a name, a type and a number of "
    "columns for each property";

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Includes isotopes with symbols of their own.
int charge_of_symbol(std::string_view symbol) {
  const bool isotope = symbol == "D" || symbol == "T" || symbol == "d" || symbol == "t";
  return isotope ? nuclear_charge("H") : nuclear_charge(symbol);
}

// Centres without a nucleus: 'X', 'Xx', 'Du', 'Bq', 'H-Bq', 'bqH', 'Gh(O)', 'Ghost', '@O', 'O:', and Gaussian's 'Tv'.
bool is_ghost(std::string_view word) {
  const std::string name = lower_case(word);
  for (const char* whole : {"x", "xx", "du", "q", "tv", "0"})
    if (name == whole) return true;
  return name.starts_with("gh") || name.starts_with("bq") || name.ends_with("-bq") || name.ends_with("_bq") ||
         name.starts_with("x-") || name.starts_with("@") || name.ends_with(":");
}

// '13', '_a', '1_b', '(Iso=13)' and "'" end a label, but the '2O' of 'H2O' does not.
bool ends_a_label(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits == text.size() || std::string_view("_-+('*").find(text[digits]) != std::string_view::npos;
}

std::vector<std::string_view> split_at_colons(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Sets charge and multiplicity. Computes in 64 bits, because a mistyped option can be any int.
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
    text.fail(0,
              fmt::format("multiplicity {} needs {} unpaired electrons, and there are {}", multiplicity,
                          multiplicity - 1, electrons),
              fmt::format("give a multiplicity of at most {}", electrons + 1));
  }
  molecule.charge = charge;
  molecule.multiplicity = multiplicity;
}

// Moves the molecule by whole bohr, so that the coordinates lose no digits.
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

XyzParser::XyzParser(const TextFile& text, LengthUnit unit)
    : text_(text),
      unit_(unit),
      comment_(text.lines() >= comment_line ? text.line(comment_line) : std::string_view()),
      columns_(columns()) {}

std::vector<Atom> XyzParser::parse() {
  const int count = atom_count();
  std::vector<Atom> atoms;
  for (int atom = 1; atom <= count; ++atom) {
    const int line = first_atom_line + atom - 1;
    if (line > text_.lines()) {
      text_.fail(text_.lines(), fmt::format("the file ends after {} of {} atoms", atom - 1, count),
                 "line 1 must hold the number of atoms, line 2 a comment, and an atom on each line after");
    }
    atoms.push_back(parse_atom(line, atom, count));
  }
  refuse_charges_before_coordinates(count);
  refuse_text_after(first_atom_line + count - 1, count);
  refuse_coincident_atoms(atoms);
  return atoms;
}

int XyzParser::atom_count() const {
  const auto words = split_words(text_.line(1));
  const int count = words.size() == 1 ? whole_number(words[0]).value_or(0) : 0;
  if (count > 0) {
    return count;
  }
  const auto unit = words.size() > 1 ? XyzComment(words[1]).unit : std::nullopt;  // for example "3 bohr"
  text_.fail(1, fmt::format("'{}' is not a number of atoms", printable(text_.line(1))),
             unit ? fmt::format("write the number alone and give --units {}", unit->value)
                  : "the first line of an XYZ file holds one whole number above 0 and nothing else");
}

// For example 'species:S:1:pos:R:3:forces:R:3'.
XyzParser::Columns XyzParser::columns() const {
  if (comment_.properties.empty()) {
    return {};
  }
  const auto parts = split_at_colons(comment_.properties);
  const auto fail = [&](std::string_view wrong) {
    text_.fail(comment_line, fmt::format("Properties={} {}", printable(comment_.properties), wrong), properties_form);
  };
  std::optional<std::size_t> element, x;
  std::size_t words = 0;
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    const int width = i + 2 < parts.size() ? whole_number(parts[i + 2]).value_or(0) : 0;
    if (width < 1 || width > 1000) fail("is not a list of names, types and numbers");
    const std::string name = lower_case(parts[i]);
    if ((name == "species" || name == "element" || name == "symbols") && width == 1) element = words;
    if ((name == "z" || name == "numbers") && width == 1 && !element) element = words;
    if ((name == "pos" || name == "positions") && width == 3) x = words;
    words += static_cast<std::size_t>(width);
  }
  if (!element) fail("names no column of elements");
  if (!x) fail("names no three columns of positions");
  return {*element, *x, words};
}

Atom XyzParser::parse_atom(int line, int atom, int count) {
  const auto words = split_words(text_.line(line));
  if (words.empty()) {
    text_.fail(line, fmt::format("blank line where atom {} of {} should be", atom, count), atom_form);
  }
  if (columns_.words != 0 && words.size() != columns_.words) {
    text_.fail(line, fmt::format("{} words, and Properties= in line 2 has {}", words.size(), columns_.words),
               "correct one of the two");
  }
  const int charge = element(line, words[columns_.element]);
  if (whole_number(words[columns_.element])) numbers_.insert(charge);
  if (words.size() < columns_.x + 3) {
    text_.fail(line, fmt::format("{} words where an atom has 4", words.size()), atom_form);
  }
  if (columns_.words == 0 && words.size() > columns_.x + 3 && first_line_not_read_whole_ == 0) {
    first_line_not_read_whole_ = line;
  }
  if (columns_.words == 0 && whole_number(words[0]) && charge_of_symbol(words[1]) != 0) {
    text_.fail(line, fmt::format("'{}' stands before the symbol '{}'", printable(words[0]), printable(words[1])),
               atom_form);
  }
  constexpr std::array<std::string_view, 3> names = {"the x coordinate", "the y coordinate", "the z coordinate"};
  const double angstrom_per_unit = unit_ == LengthUnit::bohr ? angstrom_per_bohr : 1;
  Point position;
  for (int k = 0; k < 3; ++k) {
    const std::string_view word = words[columns_.x + k];
    const double value = text_.finite_number(line, word, names[k]);
    if (std::abs(value) * angstrom_per_unit > largest_coordinate) {
      text_.fail(line, fmt::format("{} '{}' is beyond {:g} Angstrom", names[k], printable(word), largest_coordinate),
                 "give a molecule near the origin");
    }
    position[k] = unit_ == LengthUnit::bohr ? value : value / angstrom_per_bohr;
  }
  return {charge, position};
}

// Accepts a symbol, an atomic number, or a label that begins with a symbol: 'O1', 'H_a', 'C(Iso=13)'.
int XyzParser::element(int line, std::string_view word) const {
  if (is_ghost(word)) {
    text_.fail(line, fmt::format("'{}' is a ghost or dummy atom, and fockproxy has none", printable(word)),
               "remove it, and correct the number in line 1");
  }
  const auto number = whole_number(word);
  if (number && 1 <= *number && *number <= last_known_element) {
    return *number;
  }
  const auto letters = static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_letter) - word.begin());
  const std::string_view symbol = word.substr(0, letters);
  const bool label = letters < word.size();
  const int charge = !label || ends_a_label(word.substr(letters)) ? charge_of_symbol(symbol) : 0;
  if (charge == 0) {
    text_.fail(line, fmt::format("unknown element '{}'", printable(word)), "write its symbol, such as H or He");
  }
  if (label && letters == 2 && std::isupper(static_cast<unsigned char>(symbol[1])) != 0) {
    text_.fail(line,
               fmt::format("'{}' is element {} or a name of a {} atom", printable(word), element_symbol(charge),
                           symbol.substr(0, 1)),
               fmt::format("write {} or {}", element_symbol(charge), symbol.substr(0, 1)));
  }
  return charge;
}

// GAMESS and other programs write 'O 8.0 x y z'. This would be read as 'O x y z' with something after it.
void XyzParser::refuse_charges_before_coordinates(int count) const {
  if (columns_.words != 0 || count == 1) {
    return;
  }
  for (int line = first_atom_line; line < first_atom_line + count; ++line) {
    const auto words = split_words(text_.line(line));
    if (words.size() < 5 || text_.finite_number(line, words[1], "the number") != element(line, words[0])) {
      return;
    }
  }
  text_.fail(first_atom_line, "the nuclear charge stands before the coordinates of every atom", atom_form);
}

void XyzParser::refuse_text_after(int last_line, int count) const {
  for (int line = last_line + 1; line <= text_.lines(); ++line) {
    const auto words = split_words(text_.line(line));
    if (words.size() == 1 && whole_number(words[0])) {
      const std::string file = printable(text_.path().string(), 1000);
      text_.fail(line, "a second frame starts here, and fockproxy computes one",
                 fmt::format("the first is 'head -n {} {}'", last_line, file));
    }
    if (!words.empty()) {
      text_.fail(line, fmt::format("text after the last of the {} atoms that line 1 announces", count),
                 "correct the number in line 1 or remove the text");
    }
  }
}

void XyzParser::refuse_coincident_atoms(const std::vector<Atom>& atoms) const {
  for (std::size_t i = 1; i < atoms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Point &a = atoms[i].position, &b = atoms[j].position;
      const double angstrom = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) * angstrom_per_bohr;
      if (angstrom < smallest_distance) {
        text_.fail(first_atom_line + static_cast<int>(i),
                   fmt::format("the atom is {:.3g} Angstrom from the one of line {}", angstrom, first_atom_line + j),
                   fmt::format("two atoms must be at least {:g} Angstrom apart", smallest_distance));
      }
    }
  }
}

std::string XyzParser::claims_not_obeyed(const Molecule& molecule) const {
  struct Obeyed {
    const std::optional<XyzComment::Claim>& claim;
    const char *what, *option;
    std::string value;
  };
  const Obeyed all[] = {
      {comment_.unit, "coordinates in", "--units", name_of(molecule.unit)},
      {comment_.charge, "charge", "--charge", std::to_string(molecule.charge)},
      {comment_.multiplicity, "multiplicity", "--multiplicity", std::to_string(molecule.multiplicity)},
  };
  std::vector<std::string> said, instead, cures;
  for (const auto& [claim, what, option, value] : all) {
    if (!claim || claim->value == value) continue;
    if (said.empty() || said.back() != claim->words) said.push_back(claim->words);
    instead.push_back(fmt::format("{} {}", what, value));
    if (whole_number(claim->value) || parse_length_unit(claim->value))
      cures.push_back(fmt::format("{} {}", option, claim->value));
  }
  if (!comment_.cell.empty()) {
    said.push_back(comment_.cell);
    instead.emplace_back("no cell");
  }
  if (said.empty()) return "";
  return fmt::format("the comment says '{}', and this calculation has {}{}", fmt::join(said, "', '"),
                     fmt::join(instead, ", "),
                     cures.empty() ? "" : fmt::format("; if the comment is right, give {}", fmt::join(cures, " ")));
}

std::vector<std::string> XyzParser::notes(const Molecule& molecule) const {
  std::vector<std::string> notes;
  const std::string claims = claims_not_obeyed(molecule);
  if (!claims.empty()) {
    notes.push_back(place_in(text_.path(), comment_line) + claims);
  }
  if (first_line_not_read_whole_ != 0) {
    notes.push_back(place_in(text_.path(), first_line_not_read_whole_) + "what stands after x, y and z is not read");
  }
  const bool types_of_atoms = numbers_.size() > 1 && *numbers_.rbegin() == static_cast<int>(numbers_.size());
  if (types_of_atoms) {
    notes.push_back(place_in(text_.path(), 0) +
                    fmt::format("numbers from 1 to {} stand for the elements and are read as atomic numbers, H to {}; "
                                "some programs write types of atoms there",
                                numbers_.size(), element_symbol(*numbers_.rbegin())));
  }
  // One warning is enough, about the unit or about the elements.
  const bool another_unit = comment_.unit && comment_.unit->value != name_of(unit_);
  const std::string doubt = doubt_about_distances(molecule.atoms, unit_);
  if (!doubt.empty() && !another_unit && !types_of_atoms) {
    notes.push_back(place_in(text_.path(), 0) + doubt);
  }
  return notes;
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

}  // namespace fockproxy
