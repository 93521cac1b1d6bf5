// The grammar of a Gaussian94 basis set file:
//
//   file      = ['spherical' | 'cartesian'] block...
//   block     = owners line, then shells or a core potential, then '****' (not needed after a core potential)
//   owners    = 'O 0', 'O H 0', '-O 0', or centre numbers, '1 2 0'
//   shell     = 'S 3 1.00' (letter, primitives, scale factor), then 'exponent coefficient' for each primitive
//   potential = 'RB-ECP 3 28' (highest l, electrons), then for every l a title, a count and as many terms
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chem/basis_file.hpp"
#include "chem/g94_line.hpp"

namespace fockproxy {

// Reads one file from front to back. See read_g94() for the accepted forms. `text` must outlive the parser.
class G94Parser {
 public:
  explicit G94Parser(const TextFile& text);

  BasisFile parse();  // call once

 private:
  using Line = G94Line;
  // The owners of a block: elements by nuclear charge, or centres by number.
  struct Owners {
    bool centres;
    std::vector<int> numbers;
    std::string words;  // "O H"
    std::string name() const { return (centres ? "centre " : "element ") + words; }
  };

  bool at_end() const { return next_ == lines_.size(); }
  void refuse_other_forms() const;
  void parse_kind_of_functions();
  void parse_block();
  Owners parse_owners();
  void parse_shell(const Owners& owners, std::vector<Contraction>& shells);
  // Adds one primitive to each column of the shell: one column, or the s and the p of an SP shell.
  void parse_primitive(const Line& line, const Owners& owners, double scale, std::vector<Contraction>& columns);
  CorePotential parse_core_potential();
  // Gives `value` ("core potential of ", or shells) to each of the owners. Throws if an owner already has such a value.
  template <class Value>
  void give(const Owners& owners, const Line& head, std::string_view what, const Value& value,
            std::map<int, Value>& by_element, std::map<int, Value>& by_centre) const;
  int require_number(const Line& line, std::size_t word, int least, std::string_view what,
                     std::string_view right) const;
  double scale_factor(const Line& head) const;

  const TextFile& text_;
  std::vector<Line> lines_;
  std::size_t next_ = 0;
  BasisFile file_;
};

}  // namespace fockproxy
