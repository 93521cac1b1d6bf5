#include "chem/g94_parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>

#include "chem/elements.hpp"

namespace fockproxy {
namespace {

constexpr std::string_view shell_letters = "SPDFGHIK";  // spectroscopists skip J
constexpr std::string_view shell_form = "write 'S 3 1.00': a shell letter, the number of primitives, a scale factor";

std::string upper_case(std::string_view word) {
  std::string result(word);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::toupper(c); });
  return result;
}

// Angular momenta of a shell letter: {2} for D, {0, 1} for SP; none for anything else.
std::vector<int> angular_momenta(std::string_view word) {
  const std::string letters = upper_case(word);
  if (letters == "SP" || letters == "L") {
    return {0, 1};
  }
  const std::size_t l = shell_letters.find(letters);
  if (letters.size() != 1 || l == std::string_view::npos) {
    return {};
  }
  return {static_cast<int>(l)};
}

using Words = std::vector<std::string_view>;

bool is_separator(const Words& words) {
  return words.size() == 1 && words[0].size() >= 4 && words[0].find_first_not_of('*') == std::string_view::npos;
}

// 'O 0', or '-O 0' as Gaussian's own library writes it.
bool has_element_form(const Words& words) { return words.size() == 2 && words[1] == "0"; }

int element_charge(std::string_view word) { return nuclear_charge(word.substr(word.starts_with('-') ? 1 : 0)); }

bool is_element(const Words& words) { return has_element_form(words) && element_charge(words[0]) != 0; }

bool starts_core_potential(const Words& words) { return upper_case(words[0]).ends_with("ECP"); }

bool starts_like_number(std::string_view word) {
  return std::isdigit(static_cast<unsigned char>(word[0])) || word[0] == '.' || word[0] == '-' || word[0] == '+';
}

std::string quoted(const Words& words) {
  return fmt::format("'{}'", printable(fmt::format("{}", fmt::join(words, " "))));
}

}  // namespace

G94Parser::G94Parser(const TextFile& text) : text_(text) {
  for (int number = 1; number <= text.lines(); ++number) {
    const std::string_view line = text.line(number);
    Words words = split_words(line.substr(0, line.find('!')));
    if (!words.empty()) {
      lines_.push_back({number, std::move(words)});
    }
  }
}

std::map<int, std::vector<Contraction>> G94Parser::parse() {
  std::map<int, std::vector<Contraction>> elements;
  while (!at_end()) {
    if (is_separator(lines_[next_].words)) {  // some files open with one
      ++next_;
    } else {
      parse_element(elements);
    }
  }
  if (elements.empty()) {
    text_.fail(text_.lines(), "the file holds no basis functions", "give the path of a Gaussian94 basis set file");
  }
  return elements;
}

void G94Parser::parse_element(std::map<int, std::vector<Contraction>>& elements) {
  const Line& head = lines_[next_];
  refuse_core_potential(head);
  if (!has_element_form(head.words)) {
    text_.fail(head.number, fmt::format("{} where an element should start", quoted(head.words)),
               "write its symbol and a 0, such as 'O 0'");
  }
  const int charge = element_charge(head.words[0]);
  if (charge == 0) {
    text_.fail(head.number, fmt::format("unknown element '{}'", printable(head.words[0])),
               "write its symbol, such as H or He");
  }
  const std::string symbol = element_symbol(charge);
  ++next_;
  // Core potentials stand under a second line of their element: say what they are, not that the element came twice.
  if (!at_end()) {
    refuse_core_potential(lines_[next_]);
  }
  if (elements.contains(charge)) {
    text_.fail(head.number, fmt::format("element {} is given twice", symbol), "remove one of the two");
  }
  std::vector<Contraction>& shells = elements[charge];
  while (true) {
    if (at_end()) {
      text_.fail(text_.lines(), fmt::format("the file ends inside element {}", symbol),
                 "close every element with a line '****'");
    }
    const Line& line = lines_[next_];
    if (is_separator(line.words)) {
      break;
    }
    refuse_core_potential(line);
    if (is_element(line.words)) {
      text_.fail(line.number, fmt::format("{} starts inside element {}", quoted(line.words), symbol),
                 "close every element with a line '****'");
    }
    parse_shell(symbol, shells);
  }
  ++next_;
  if (shells.empty()) {
    text_.fail(head.number, fmt::format("element {} has no shells", symbol), "remove it or give its shells");
  }
}

void G94Parser::parse_shell(const std::string& element, std::vector<Contraction>& shells) {
  const Line& head = lines_[next_++];
  const std::vector<int> momenta = angular_momenta(head.words[0]);
  if (momenta.empty()) {
    if (starts_like_number(head.words[0])) {
      text_.fail(head.number, fmt::format("{} where a shell of {} or '****' should start", quoted(head.words), element),
                 shells.empty() ? std::string(shell_form) : "check the number of primitives of the shell before it");
    }
    text_.fail(head.number, fmt::format("unknown shell letter '{}'", printable(head.words[0])),
               "known ones are S P D F G H I K and SP");
  }
  if (head.words.size() != 2 && head.words.size() != 3) {
    text_.fail(head.number, fmt::format("{} is not the head of a shell", quoted(head.words)), shell_form);
  }
  const int primitives = primitive_count(head);
  const double scale = scale_factor(head);

  std::vector<Contraction> columns;
  for (const int l : momenta) {
    columns.push_back({l, {}, {}});
  }
  for (int read = 0; read < primitives; ++read) {
    const bool more = !at_end() && !is_separator(lines_[next_].words) && !is_element(lines_[next_].words) &&
                      angular_momenta(lines_[next_].words[0]).empty();
    if (!more) {
      text_.fail(at_end() ? text_.lines() : lines_[next_].number,
                 fmt::format("the {} shell of {} at line {} has {} of {} primitives", upper_case(head.words[0]),
                             element, head.number, read, primitives),
                 "give one line for each primitive");
    }
    parse_primitive(lines_[next_++], element, scale, columns);
  }
  for (Contraction& column : columns) {
    // Zero up to rounding, for instance where two equal exponents cancel.
    const double squares = std::inner_product(column.coefficients.begin(), column.coefficients.end(),
                                              column.coefficients.begin(), 0.0);
    const double norm = self_overlap(column);
    if (!std::isnormal(norm) || norm <= 1e-14 * squares) {
      text_.fail(head.number,
                 fmt::format("the {} function of {} cannot be normalised", shell_letters[column.angular_momentum],
                             element),
                 "give coefficients of ordinary size that do not cancel");
    }
    shells.push_back(std::move(column));
  }
}

void G94Parser::parse_primitive(const Line& line, const std::string& element, double scale,
                                std::vector<Contraction>& columns) {
  if (line.words.size() != columns.size() + 1) {
    text_.fail(line.number,
               fmt::format("{} is not a primitive of {}, which has {} numbers", quoted(line.words), element,
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

int G94Parser::primitive_count(const Line& head) const {
  const std::string_view word = head.words[1];
  int count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc() || end != word.data() + word.size() || count < 1) {
    text_.fail(head.number, fmt::format("'{}' is not a number of primitives", printable(word)), shell_form);
  }
  return count;
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
  return scale;
}

void G94Parser::refuse_core_potential(const Line& line) const {
  if (starts_core_potential(line.words)) {
    text_.fail(line.number,
               fmt::format("{} is an effective core potential, and fockproxy has none", quoted(line.words)),
               "use an all-electron basis set");
  }
}

}  // namespace fockproxy
