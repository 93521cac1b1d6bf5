#include "chem/xyz_comment.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <vector>

#include "chem/text_file.hpp"

namespace fockproxy {
namespace {

using Claim = XyzComment::Claim;
using Known = std::initializer_list<std::string_view>;

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// "1" for "+1" and "1.0"; any other word stays as it is.
std::string plain_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos && text.find_first_not_of('0', point + 1) == std::string_view::npos)
    text = text.substr(0, point);
  return text == "-0" ? "0" : std::string(text);
}

bool is_one_of(Known known, std::string_view word) { return std::ranges::find(known, word) != known.end(); }

// The words of a comment. Blanks, commas, signs of assignment, brackets and quotes separate them.
class CommentWords {
 public:
  explicit CommentWords(std::string_view comment) : comment_(comment) {
    constexpr std::string_view between = " \t\v\f,;:=\"'(){}[]";
    for (std::size_t begin = comment.find_first_not_of(between); begin < comment.size();) {
      const std::size_t end = std::min(comment.find_first_of(between, begin), comment.size());
      words_.push_back(comment.substr(begin, end - begin));
      lower_case_.push_back(fockproxy::lower_case(words_.back()));
      begin = comment.find_first_not_of(between, end);
    }
  }

  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t i) const { return words_[i]; }
  std::string_view lower_case(std::size_t i) const { return lower_case_[i]; }
  bool number(std::size_t i) const { return i < size() && is_number(words_[i]); }
  std::size_t begin(std::size_t i) const { return static_cast<std::size_t>(words_[i].data() - comment_.data()); }
  std::size_t end(std::size_t i) const { return begin(i) + words_[i].size(); }
  // The text between a word and the next.
  std::string_view gap_after(std::size_t i) const { return comment_.substr(end(i), begin(i + 1) - end(i)); }
  // The text from one word to another, including both.
  std::string span(std::size_t first, std::size_t last) const {
    return printable(comment_.substr(begin(first), end(last) - begin(first)));
  }
  std::string_view from(std::size_t i) const { return comment_.substr(begin(i)); }

 private:
  std::string_view comment_;
  std::vector<std::string_view> words_;
  std::vector<std::string> lower_case_;
};

// "bohr" or "angstrom"; empty if the word is no unit of length.
std::string length_unit(const CommentWords& words, std::size_t i) {
  const std::string_view word = words.lower_case(i);
  if (is_one_of({"bohr", "bohrs", "bohr.", "a.u.", "a.u", "atomic_unit", "atomic_units"}, word)) return "bohr";
  if (words[i] == "au") return "bohr";  // "Au" is gold
  if (is_one_of({"angstrom", "angstroms", "angstrom.", "ang", "\xc3\x85"}, word)) return "angstrom";
  return "";
}

std::optional<Claim> find_unit(const CommentWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_one_of({"unit", "units", "length_unit", "length_units"}, words.lower_case(i)) && i + 1 < words.size() &&
        words.gap_after(i).find_first_of(":=") != std::string_view::npos) {
      const std::string known = length_unit(words, i + 1);
      return Claim{words.span(i, i + 1), known.empty() ? printable(words[i + 1]) : known};
    }
    const bool of_another = i > 0 && (words.number(i - 1) || is_one_of({"cell", "energy", "energies", "e", "force",
                                                                        "forces", "gradient", "dipole", "velocities"},
                                                                       words.lower_case(i - 1)));
    const std::string unit = length_unit(words, i);
    if (!unit.empty() && !of_another) {
      if (i > 0 && words.gap_after(i - 1) == "{") return Claim{words.span(i - 1, i) + "}", unit};  // the form of i-PI
      return Claim{words.span(i, i), unit};
    }
  }
  return std::nullopt;
}

std::optional<Claim> find_number(const CommentWords& words, Known keys) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (is_one_of(keys, words.lower_case(i)) && words.number(i + 1))
      return Claim{words.span(i, i + 1), plain_number(words[i + 1])};
  return std::nullopt;
}

std::optional<Claim> find_spin(const CommentWords& words) {
  constexpr std::string_view spins[] = {"singlet", "doublet", "triplet", "quartet", "quintet", "sextet", "septet"};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const auto* spin = std::ranges::find(spins, words.lower_case(i)); spin != std::end(spins))
      return Claim{words.span(i, i), std::to_string(spin - std::begin(spins) + 1)};
  return std::nullopt;
}

std::string find_cell(const CommentWords& words) {
  std::string cell;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string_view word = words.lower_case(i);
    if (word == "pbc") {
      const auto periodic = [&](std::size_t k) { return is_one_of({"t", "true", "1"}, words.lower_case(k)); };
      for (std::size_t k = i + 1; k < std::min(i + 4, words.size()); ++k)
        if (periodic(k)) return cell.empty() ? words.span(i, i) : cell;
      return "";  // pbc="F F F" is not periodic
    }
    // 'Lattice="10 0 0 ..."', 'cell 10 10 10', and i-PI's 'CELL(abcABC): 35 35 35 ...'
    const bool numbers = words.number(i + 1) || (words.gap_after(i) == "(" && words.number(i + 2));
    if (cell.empty() && is_one_of({"lattice", "cell"}, word) && numbers) cell = words.span(i, i);
  }
  return cell;
}

std::string find_properties(const CommentWords& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words.lower_case(i) != "properties" || words.gap_after(i).find('=') == std::string_view::npos) continue;
    const std::string_view value = words.from(i + 1);
    return std::string(value.substr(0, value.find_first_of(" \t\"'")));
  }
  return "";
}

// Whether the comment begins with two small integers and no similar third word, as some programs write: "-1 2".
bool starts_with_charge_and_multiplicity(const CommentWords& words) {
  if (words.size() < 2 || words.number(2) || words.gap_after(0).find_first_not_of(" \t") != std::string_view::npos)
    return false;
  const std::string charge = plain_number(words[0]), multiplicity = plain_number(words[1]);
  const std::string_view digits = std::string_view(charge).substr(charge.starts_with('-') ? 1 : 0);
  return !digits.empty() && digits.size() <= 2 && digits.find_first_not_of("0123456789") == std::string_view::npos &&
         multiplicity.size() == 1 && '1' <= multiplicity[0] && multiplicity[0] <= '9';
}

}  // namespace

XyzComment::XyzComment(std::string_view comment) {
  const CommentWords words(comment);
  unit = find_unit(words);
  charge = find_number(words, {"charge", "total_charge", "net_charge", "chrg"});
  multiplicity = find_number(words, {"multiplicity", "mult", "spin_multiplicity"});
  if (!multiplicity) multiplicity = find_spin(words);
  cell = find_cell(words);
  properties = find_properties(words);
  if (!charge && !multiplicity && starts_with_charge_and_multiplicity(words)) {
    charge = {words.span(0, 1), plain_number(words[0])};
    multiplicity = {words.span(0, 1), plain_number(words[1])};
  }
}

}  // namespace fockproxy
