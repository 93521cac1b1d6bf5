// A molecule: nuclei, charge and spin.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chem/text_file.hpp"

namespace fockproxy {

inline constexpr double angstrom_per_bohr = 0.529177210903;  // CODATA 2018

inline constexpr std::string_view xyz_kind = "an XYZ file";  // for read_text()

enum class LengthUnit { angstrom, bohr };

std::string name_of(LengthUnit unit);                                  // "angstrom", "bohr"
std::optional<LengthUnit> parse_length_unit(const std::string& name);  // the inverse

using Point = std::array<double, 3>;

struct Atom {
  int charge;      // nuclear charge Z
  Point position;  // bohr
};

struct Molecule {
  std::string name;                        // the file's stem
  std::string comment;                     // second line of the XYZ file
  LengthUnit unit = LengthUnit::angstrom;  // of the file's coordinates
  std::vector<std::string> notes{};        // one line for each part of the file that is ignored
  std::vector<Atom> atoms;
  Point origin = {};  // bohr: the position in the file of the point that is (0, 0, 0) here
  int charge = 0;
  int multiplicity = 1;  // 2S + 1

  int electrons() const;  // sum of nuclear charges - charge
  int alpha_electrons() const;
  int beta_electrons() const;
  std::string formula() const;       // Hill order: "C8H10N4O2"
  double nuclear_repulsion() const;  // hartree
};

// Reads an XYZ file; docs/using.md lists the accepted forms. A molecule whose middle is more than 20 bohr from the
// origin of the file is moved to the origin. Integrals depend on differences of coordinates, and large coordinates
// would lose digits. multiplicity 0 chooses the lowest one: 1 for an even number of electrons, else 2.
// Throws UsageError "file:line: ..." for a wrong atom count, a second frame, an unknown element, a ghost atom, and text
// after the last atom. It also does so for a coordinate that is not finite or larger than 1e4 Angstrom, for two atoms
// closer than 0.1 Angstrom, and for electrons that do not fit charge and multiplicity.
Molecule read_xyz(const TextFile& text, int charge = 0, int multiplicity = 0, LengthUnit unit = LengthUnit::angstrom);

// The same for a file that only this process reads. Also throws the errors of read_text().
Molecule read_xyz(const std::filesystem::path& file, int charge = 0, int multiplicity = 0,
                  LengthUnit unit = LengthUnit::angstrom);

}  // namespace fockproxy
