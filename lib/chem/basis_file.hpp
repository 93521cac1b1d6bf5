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

// One contraction as the file gives it: coefficients multiply unit-normalised primitives.
struct Contraction {
  int angular_momentum;
  std::vector<double> exponents;     // bohr^-2
  std::vector<double> coefficients;  // same length
};

// <chi|chi> of a contraction of unit-normalised primitives (Szabo & Ostlund, section 3.5.1). Positive for every
// contraction that read_g94 returns.
double self_overlap(const Contraction& contraction);

inline constexpr std::string_view g94_kind = "a Gaussian94 basis set file";  // for read_text()

// The first line of an effective core potential. The program computes nothing with core potentials, so no element of
// the molecule may have one.
struct CorePotential {
  int line;
  std::string head;  // "RB-ECP 3 28"
};

struct BasisFile {
  std::string name;  // "cc-pvdz", "6-31g*"; for a file given by path, its stem
  std::filesystem::path path;
  std::map<int, std::vector<Contraction>> elements;  // by nuclear charge; an SP shell is an s, then a p contraction
  // By Gaussian's centre number, the number of an atom in the molecule from 1: 'centre 0' lines of gfinput.
  std::map<int, std::vector<Contraction>> centres{};
  std::map<int, CorePotential> element_potentials{}, centre_potentials{};  // by the same keys
  std::optional<bool> cartesian{};   // from the first line of Psi4's form: 'cartesian' or 'spherical'
  std::vector<std::string> notes{};  // what the user should know about the reading, one line each
};

// Parses one file. docs/using.md lists the accepted forms. Numbers may have D and E exponents, and '!' and '#' begin
// comments. Element symbols may have any case; a block may be for several elements or centre numbers. Shells may have
// scale factors, SP shells may be written L, and 'L=5' is accepted. Shell letters are S P D F G H I K. Only the first
// lines of core potentials are kept. The last element may lack '****'.
// Throws UsageError "file:line: what was wrong; what would be right" for other text. Examples are an unknown shell
// letter, too few primitives, a number that is not finite, an exponent that is not positive, an element given twice,
// and the form of another program.
BasisFile read_g94(const TextFile& text);

// The same for a file that only this process reads. Also throws the errors of read_text().
BasisFile read_g94(const std::filesystem::path& file);

// The canonical file stem of a basis set name in any case and spelling. "6-31G(d)", "6-31g*" and "6-31g_st_" all give
// "6-31g_st_"; "6-31G(d,p)" and "6-31G**" give "6-31g_st__st_".
std::string canonical_basis_name(std::string name);

// "6-31g_st_" -> "6-31g*", for display.
std::string display_basis_name(const std::string& stem);

// Display names of the sets in data_directory/basis, sorted.
std::vector<std::string> known_basis_sets(const std::filesystem::path& data_directory);

// The path and the name of a basis set.
struct BasisLocation {
  std::filesystem::path path;
  std::string name;  // for BasisFile::name
};

// Whether NAME of --basis NAME means a file: the file exists, or the name has a '/' or ends in ".g94" or ".gbs".
bool names_a_basis_file(const std::string& name);

// The location of that file, or else of the set with that name in data_directory/basis. A file needs no data directory.
// Throws UsageError listing the known names if there is no such set.
BasisLocation find_basis_file(const std::string& name, const std::filesystem::path& data_directory);

// Finds the set and reads it in this process alone. Also throws the errors of read_text() and read_g94().
BasisFile find_basis(const std::string& name, const std::filesystem::path& data_directory);

}  // namespace fockproxy
