// What the second line of an XYZ file says about the atoms below it. Programs and people write there what they like, so
// that nothing of it is obeyed but the columns that it gives the atoms; what it says otherwise is told to the user.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fockproxy {

struct XyzComment {
  struct Claim {
    std::string words;  // as they stand there: "units=bohr", "charge = +1", "triplet"
    std::string value;  // in the spelling of the option: "bohr", "1", "3"; of a unit that has none, what was written
  };
  std::optional<Claim> unit;  // the first that is named, unless it is another quantity's, as in "1.81 bohr"
  std::optional<Claim> charge;
  std::optional<Claim> multiplicity;
  std::string cell;        // "Lattice", "pbc", "CELL(abcABC)": the word of a periodic cell; empty without one
  std::string properties;  // the value of extended XYZ's Properties=; empty without one

  explicit XyzComment(std::string_view comment);
};

}  // namespace fockproxy
