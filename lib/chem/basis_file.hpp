// Gaussian94 basis set files, as the Basis Set Exchange, Gaussian (gfinput) and Psi4 write them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chem/text_file.hpp"

namespace fockproxy {

// One contraction as it stands in the file: coefficients multiply unit-normalised primitives.
struct Contraction {
  int angular_momentum;
  std::vector<double> exponents;     // bohr^-2
  std::vector<double> coefficients;  // same length
};

// <chi|chi> of a contraction of unit-normalised primitives (Szabo & Ostlund, section 3.5.1). Positive for every
// contraction that read_g94 returns.
double self_overlap(const Contraction& contraction);

inline constexpr std::string_view g94_kind = "a Gaussian94 basis set file";  // for read_text()

// The head of an effective core potential. Nothing is computed with one: an element of the molecule must have none.
struct CorePotential {
  int line;
  std::string head;  // "RB-ECP 3 28"
};

struct BasisFile {
  std::string name;  // "cc-pvdz", "6-31g*"; the stem for a file given by path
  std::filesystem::path path;
  std::map<int, std::vector<Contraction>> elements;  // by nuclear charge; an SP shell is an s, then a p contraction
  // By Gaussian's centre number, which is an atom's place in the molecule, from 1: 'centre 0' lines of gfinput.
  std::map<int, std::vector<Contraction>> centres{};
  std::map<int, CorePotential> element_potentials{}, centre_potentials{};  // by the same
  std::optional<bool> cartesian{};   // what Psi4's first line asks for: 'cartesian' or 'spherical'
  std::vector<std::string> notes{};  // what the user should know of the reading, a line each
};

// Parses one file. docs/using.md lists what is read: D and E exponents, '!' and '#' comments, element symbols in any
// case, several of them for one block, centre numbers, scale factors, SP shells (also written L), 'L=5', core
// potentials (kept by their heads), and a last element without '****'. Shell letters are S P D F G H I K. Throws
// UsageError "file:line: what was wrong; what would be right" for anything else: unknown shell letter, too few
// primitives, a number that is not finite or an exponent that is not positive, an element given twice, another
// program's form.
BasisFile read_g94(const TextFile& text);

// The same of a file that this process alone reads. Also throws what read_text() does.
BasisFile read_g94(const std::filesystem::path& file);

// Canonical file stem of a basis set name in any case and spelling: "6-31G(d)", "6-31g*" and "6-31g_st_" all give
// "6-31g_st_"; "6-31G(d,p)" and "6-31G**" give "6-31g_st__st_".
std::string canonical_basis_name(std::string name);

// "6-31g_st_" -> "6-31g*": what a person reads.
std::string display_basis_name(const std::string& stem);

// Names of the sets in data_directory/basis (display names, sorted).
std::vector<std::string> known_basis_sets(const std::filesystem::path& data_directory);

// Where a set is, and what it is called.
struct BasisLocation {
  std::filesystem::path path;
  std::string name;  // BasisFile's
};

// Whether --basis NAME is a file's: there is such a file, or the name has a '/' or ends in ".g94" or ".gbs".
bool names_a_basis_file(const std::string& name);

// That file, or else the set of that name in data_directory/basis, which a file does not need.
// Throws UsageError listing the known names when there is no such set.
BasisLocation find_basis_file(const std::string& name, const std::filesystem::path& data_directory);

// The same, read by this process alone. Also throws what read_text() and read_g94() do.
BasisFile find_basis(const std::string& name, const std::filesystem::path& data_directory);

}  // namespace fockproxy
