#include "chem/g94_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "chem/elements.hpp"

namespace fockproxy {
namespace {

constexpr std::string_view shell_form = "write 'S 3 1.00': a shell letter, the number of primitives, a scale factor";
constexpr std::string_view owners_form = "write its symbol and a 0, such as 'O 0'";
constexpr std::string_view potential_form =
    "write 'I-ECP 3 28', then for each of its four terms a title, a count, and "
    "as many lines 'power exponent coefficient'";

// The first characters of basis set files of other programs.
struct OtherForm {
  std::string_view start, program;
};
constexpr OtherForm other_forms[] = {{"BASIS", "NWChem"},   {"$DATA", "GAMESS"}, {"$BASIS", "Turbomole or Q-Chem"},
                                     {"BASIS={", "Molpro"}, {"%BASIS", "ORCA"},  {"{", "JSON"}};

}  // namespace

G94Parser::G94Parser(const TextFile& text) : text_(text), lines_(g94_lines(text)) {}

BasisFile G94Parser::parse() {
  file_.name = text_.path().stem().string();
  file_.path = text_.path();
  if (!at_end()) {
    refuse_other_forms();
    parse_kind_of_functions();
  }
  while (!at_end()) {
    if (lines_[next_].is_separator()) {  // some files begin with a separator
      ++next_;
    } else {
      parse_block();
    }
  }
  if (file_.elements.empty() && file_.centres.empty()) {
    text_.fail(text_.lines(), "the file holds no basis functions", "give the path of a Gaussian94 basis set file");
  }
  return std::move(file_);
}

void G94Parser::refuse_other_forms() const {
  const Line& first = lines_.front();
  const std::string word = first.first_upper_case();
  for (const auto& [start, program] : other_forms) {
    if (word == start) {
      text_.fail(first.number, fmt::format("{} is how a basis set in the form of {} begins", first.quoted(), program),
                 "give it in the form 'Gaussian', which the Basis Set Exchange has of every set");
    }
  }
}

void G94Parser::parse_kind_of_functions() {
  const std::string word = lines_.front().first_upper_case();
  if (lines_.front().words.size() == 1 && (word == "CARTESIAN" || word == "SPHERICAL")) {
    file_.cartesian = word == "CARTESIAN";
    ++next_;
  }
}

void G94Parser::parse_block() {
  const Line& head = lines_[next_];
  const Owners owners = parse_owners();
  std::vector<Contraction> shells;
  bool has_potential = false;
  while (!at_end() && !lines_[next_].is_separator()) {
    const Line& line = lines_[next_];
    if (has_potential && line.has_owners_form()) {
      break;
    }
    if (line.starts_core_potential()) {
      give(owners, line, "core potential of ", parse_core_potential(), file_.element_potentials,
           file_.centre_potentials);
      has_potential = true;
    } else if (owners.centres ? line.names_centres() : line.names_elements()) {
      text_.fail(line.number, fmt::format("{} starts inside {}", line.quoted(), owners.name()),
                 "close every element with a line '****'");
    } else {
      parse_shell(owners, shells);
    }
  }
  if (shells.empty() && !has_potential) {
    text_.fail(head.number, fmt::format("{} has no shells", owners.name()), "remove it or give its shells");
  }
  if (shells.empty()) {
    return;
  }
  give(owners, head, "", shells, file_.elements, file_.centres);
  if (at_end() && !has_potential) {
    file_.notes.push_back(place_in(text_.path(), text_.lines()) +
                          fmt::format("the file ends without '****' after {}: is it whole?", owners.name()));
  }
}

G94Parser::Owners G94Parser::parse_owners() {
  const Line& line = lines_[next_++];
  if (!line.has_owners_form()) {
    text_.fail(line.number, fmt::format("{} where an element should start", line.quoted()), owners_form);
  }
  const Line names{line.number, {line.words.begin(), line.words.end() - 1}};
  Owners owners{line.names_centres(), {}, names.text()};
  for (const std::string_view name : names.words) {
    owners.numbers.push_back(owners.centres ? g94_centre(name) : g94_element(name));
    if (owners.numbers.back() == 0) {
      text_.fail(line.number, fmt::format("unknown element '{}'", printable(name)),
                 "write its symbol, such as H or He");
    }
  }
  return owners;
}

template <class Value>
void G94Parser::give(const Owners& owners, const Line& head, std::string_view what, const Value& value,
                     std::map<int, Value>& by_element, std::map<int, Value>& by_centre) const {
  for (const int number : owners.numbers) {
    if (!(owners.centres ? by_centre : by_element).emplace(number, value).second) {
      text_.fail(head.number,
                 fmt::format("{}{} is given twice", what,
                             owners.centres ? fmt::format("centre {}", number) : "element " + element_symbol(number)),
                 "remove one of the two");
    }
  }
}

void G94Parser::parse_shell(const Owners& owners, std::vector<Contraction>& shells) {
  const Line& head = lines_[next_++];
  const std::vector<int> momenta = head.angular_momenta();
  if (momenta.empty()) {
    if (head.starts_with_number()) {
      text_.fail(head.number, fmt::format("{} where a shell of {} or '****' should start", head.quoted(), owners.words),
                 shells.empty() ? shell_form : "check the number of primitives of the shell before it");
    }
    text_.fail(head.number, fmt::format("unknown shell letter '{}'", printable(head.words[0])),
               "known ones are S P D F G H I K and SP");
  }
  if (head.words.size() < 2 || head.words.size() > 4) {
    text_.fail(head.number, fmt::format("{} is not the head of a shell", head.quoted()), shell_form);
  }
  const int primitives = require_number(head, 1, 1, "number of primitives", shell_form);
  const double scale = scale_factor(head);

  std::vector<Contraction> columns;
  for (const int l : momenta) {
    columns.push_back({l, {}, {}});
  }
  for (int read = 0; read < primitives; ++read) {
    const bool more = !at_end() && !lines_[next_].is_separator() && !lines_[next_].names_elements() &&
                      lines_[next_].angular_momenta().empty();
    if (!more) {
      text_.fail(at_end() ? text_.lines() : lines_[next_].number,
                 fmt::format("the {} shell of {} at line {} has {} of {} primitives", head.first_upper_case(),
                             owners.words, head.number, read, primitives),
                 "give one line for each primitive");
    }
    parse_primitive(lines_[next_++], owners, scale, columns);
  }
  for (Contraction& column : columns) {
    // Zero except for rounding, for instance if two equal exponents cancel.
    const double squares =
        std::inner_product(column.coefficients.begin(), column.coefficients.end(), column.coefficients.begin(), 0.0);
    const double norm = self_overlap(column);
    if (!std::isnormal(norm) || norm <= 1e-14 * squares) {
      text_.fail(head.number,
                 fmt::format("the {} function of {} cannot be normalised", g94_shell_letters[column.angular_momentum],
                             owners.words),
                 "give coefficients of ordinary size that do not cancel");
    }
    shells.push_back(std::move(column));
  }
}

void G94Parser::parse_primitive(const Line& line, const Owners& owners, double scale,
                                std::vector<Contraction>& columns) {
  if (line.words.size() != columns.size() + 1) {
    text_.fail(line.number,
               fmt::format("{} is not a primitive of {}, which has {} numbers", line.quoted(), owners.words,
                           columns.size() + 1),
               columns.size() == 1 ? "write 'exponent coefficient'" : "write 'exponent s-coefficient p-coefficient'");
  }
  const double exponent = text_.finite_number(line.number, line.words[0], "the exponent") * scale * scale;
  if (!(exponent > 0) || !std::isfinite(exponent)) {
    text_.fail(line.number, fmt::format("the exponent '{}' is not positive and finite", printable(line.words[0])),
               "give it in bohr^-2, above 0");
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    columns[k].exponents.push_back(exponent);
    columns[k].coefficients.push_back(text_.finite_number(line.number, line.words[k + 1], "the coefficient"));
  }
}

CorePotential G94Parser::parse_core_potential() {
  const Line& head = lines_[next_++];
  const auto take = [&]() -> const Line& {
    if (at_end() || lines_[next_].is_separator()) {
      text_.fail(head.number, fmt::format("the core potential {} is cut off", head.quoted()), potential_form);
    }
    return lines_[next_++];
  };
  if (head.words.size() != 3) {
    text_.fail(head.number, fmt::format("{} is not the head of a core potential", head.quoted()), potential_form);
  }
  const int highest = require_number(head, 1, 0, "highest angular momentum", potential_form);
  require_number(head, 2, 0, "number of core electrons", potential_form);
  for (int l = 0; l <= highest; ++l) {
    take();  // a title such as "f-ul potential"
    const int terms = require_number(take(), 0, 0, "number of terms", potential_form);
    for (int term = 0; term < terms; ++term) {
      const Line& line = take();
      if (!line.starts_with_number()) {
        text_.fail(line.number, fmt::format("{} is not a term of a core potential", line.quoted()), potential_form);
      }
    }
  }
  return {head.number, head.text()};
}

int G94Parser::require_number(const Line& line, std::size_t word, int least, std::string_view what,
                              std::string_view right) const {
  const std::optional<int> number = whole_number(line.words[word]);
  if (!number || *number < least) {
    text_.fail(line.number, fmt::format("'{}' is not a {}", printable(line.words[word]), what), right);
  }
  return *number;
}

double G94Parser::scale_factor(const Line& head) const {
  if (head.words.size() < 3) {
    return 1;
  }
  const double scale = text_.finite_number(head.number, head.words[2], "the scale factor");
  if (scale <= 0) {
    text_.fail(head.number, fmt::format("the scale factor '{}' is not positive", printable(head.words[2])),
               "write 1.00 for an unscaled shell");
  }
  // gfinput writes 0.000000000000 at the end of the first line of a shell.
  if (head.words.size() == 4 && text_.finite_number(head.number, head.words[3], "the number after the scale") != 0) {
    text_.fail(head.number, fmt::format("'{}' after the scale factor is not 0", printable(head.words[3])), shell_form);
  }
  return scale;
}

BasisFile read_g94(const TextFile& text) { return G94Parser(text).parse(); }

}  // namespace fockproxy
