// Gaussian94 (.g94) basis set files, as the Basis Set Exchange writes them.
#pragma once

#include <filesystem>
#include <map>
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

struct BasisFile {
  std::string name;  // "cc-pvdz", "6-31g*"; the stem for a file given by path
  std::filesystem::path path;
  std::map<int, std::vector<Contraction>> elements;  // by nuclear charge; an SP shell is an s, then a p contraction
};

// Parses one file. Accepts D and E exponents, '!' comments, blank lines, element symbols in any case, scale factors
// and SP shells (also written L). Shell letters are S P D F G H I K. Throws UsageError "file:line: what was wrong;
// what would be right" for anything malformed: unknown shell letter, too few primitives, a number that is not finite
// or an exponent that is not positive, a missing '****', an element given twice, an effective core potential (refused
// by name).
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

// Finds a set by name in data_directory/basis, or takes `name` as a path when it contains '/' or ends in ".g94".
// Throws UsageError listing the known names when there is no such set.
BasisLocation find_basis_file(const std::string& name, const std::filesystem::path& data_directory);

// The same, read by this process alone. Also throws what read_text() and read_g94() do.
BasisFile find_basis(const std::string& name, const std::filesystem::path& data_directory);

}  // namespace fockproxy
