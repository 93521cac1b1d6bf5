// The statements of the second line of an XYZ file about the atoms below it. The line is free text, so the program
// obeys only the columns that it gives for the atoms, and tells the user about the other statements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fockproxy {

struct XyzComment {
  struct Claim {
    std::string words;  // as written: "units=bohr", "charge = +1", "triplet"
    std::string value;  // in the spelling of the option: "bohr", "1", "3"; as written if the option has no such unit
  };
  std::optional<Claim> unit;  // the first named unit, unless it belongs to another quantity, as in "1.81 bohr"
  std::optional<Claim> charge;
  std::optional<Claim> multiplicity;
  std::string cell;        // "Lattice", "pbc", "CELL(abcABC)": the word of a periodic cell; empty without one
  std::string properties;  // the value of extended XYZ's Properties=; empty without one

  explicit XyzComment(std::string_view comment);
};

}  // namespace fockproxy
