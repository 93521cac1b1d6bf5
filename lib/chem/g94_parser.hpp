// The grammar of a Gaussian94 basis set file: per element a line 'O 0', its shells, and a line '****'; per shell a line
// 'S 3 1.00' (letter, primitives, scale factor) and a line 'exponent coefficient' for each primitive.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "chem/basis_file.hpp"

namespace fockproxy {

// Reads one file from front to back; what it accepts and refuses is said at read_g94. `text` must outlive it.
class G94Parser {
 public:
  explicit G94Parser(const TextFile& text);

  std::map<int, std::vector<Contraction>> parse();  // by nuclear charge; call once

 private:
  // A line that holds more than a comment.
  struct Line {
    int number;
    std::vector<std::string_view> words;
  };

  bool at_end() const { return next_ == lines_.size(); }
  void parse_element(std::map<int, std::vector<Contraction>>& elements);
  void parse_shell(const std::string& element, std::vector<Contraction>& shells);
  // Adds one primitive to each column of the shell: one column, or the s and the p of an SP shell.
  void parse_primitive(const Line& line, const std::string& element, double scale, std::vector<Contraction>& columns);
  int primitive_count(const Line& head) const;
  double scale_factor(const Line& head) const;
  void refuse_core_potential(const Line& line) const;  // throws if `line` starts one

  const TextFile& text_;
  std::vector<Line> lines_;
  std::size_t next_ = 0;
};

}  // namespace fockproxy
