// A line of a Gaussian94 basis set file and its possible meanings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chem/text_file.hpp"

namespace fockproxy {

inline constexpr std::string_view g94_shell_letters = "SPDFGHIK";  // by angular momentum; by convention there is no J

// The nuclear charge for "O" or "-O", the form of Gaussian's own library; 0 if `word` is not an element.
int g94_element(std::string_view word);
// The centre number; 0 if `word` is not one.
int g94_centre(std::string_view word);

struct G94Line {
  int number;                           // in the file
  std::vector<std::string_view> words;  // without comments; at least one

  bool is_separator() const;           // '****'
  bool has_owners_form() const;        // any names and a 0: 'O H 0', '1 2 0', 'Xx 0'
  bool names_elements() const;         // 'O H 0'
  bool names_centres() const;          // '1 2 0'
  bool starts_core_potential() const;  // 'RB-ECP 3 28'
  bool starts_with_number() const;     // '1.0 0.5', and any line that begins with a number
  std::string first_upper_case() const;
  // The angular momenta of the shell that begins with this line: {2} for D and L=2, {0, 1} for SP and L. Empty for any
  // other line.
  std::vector<int> angular_momenta() const;
  std::string text() const;    // for a message, in one line
  std::string quoted() const;  // text() between quotes
};

// The lines that have more than a comment. `text` must outlive them.
std::vector<G94Line> g94_lines(const TextFile& text);

}  // namespace fockproxy
