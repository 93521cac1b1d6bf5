// The grammar of an XYZ file. Line 1 holds the number of atoms, and line 2 a comment. Each line after them is an atom,
// 'symbol x y z' or the columns that extended XYZ names in the comment.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "chem/molecule.hpp"
#include "chem/text_file.hpp"
#include "chem/xyz_comment.hpp"

namespace fockproxy {

// Reads one file from front to back. See read_xyz() for the accepted forms. `text` must outlive the parser.
class XyzParser {
 public:
  XyzParser(const TextFile& text, LengthUnit unit);

  std::vector<Atom> parse();  // call once

  // One line for each part of the file that is ignored: claims of the comment that differ from `molecule`, columns that
  // were not read, and unusual distances. Call it after parse().
  std::vector<std::string> notes(const Molecule& molecule) const;

 private:
  // The columns of an atom's line. Without Properties= in the comment, words after x, y and z are not read.
  struct Columns {
    std::size_t element = 0;
    std::size_t x = 1;
    std::size_t words = 0;  // in the line; 0: any number from x + 3 up
  };

  int atom_count() const;
  Columns columns() const;
  Atom parse_atom(int line, int atom, int count);
  int element(int line, std::string_view word) const;
  void refuse_charges_before_coordinates(int count) const;
  void refuse_text_after(int last_line, int count) const;
  void refuse_coincident_atoms(const std::vector<Atom>& atoms) const;
  std::string claims_not_obeyed(const Molecule& molecule) const;

  const TextFile& text_;
  const LengthUnit unit_;
  const XyzComment comment_;
  const Columns columns_;
  int first_line_not_read_whole_ = 0;  // 0: there is none
  std::set<int> numbers_;              // the numbers that stand for symbols
};

}  // namespace fockproxy
