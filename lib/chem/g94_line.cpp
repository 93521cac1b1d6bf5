#include "chem/g94_line.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "chem/elements.hpp"

namespace fockproxy {

int g94_element(std::string_view word) { return nuclear_charge(word.substr(word.starts_with('-') ? 1 : 0)); }

int g94_centre(std::string_view word) { return std::max(0, whole_number(word).value_or(0)); }

bool G94Line::is_separator() const {
  return words.size() == 1 && words[0].size() >= 4 && words[0].find_first_not_of('*') == std::string_view::npos;
}

bool G94Line::has_owners_form() const { return words.size() >= 2 && words.back() == "0"; }

bool G94Line::names_elements() const {
  return has_owners_form() && std::all_of(words.begin(), words.end() - 1, g94_element);
}

bool G94Line::names_centres() const {
  return has_owners_form() && std::all_of(words.begin(), words.end() - 1, g94_centre);
}

bool G94Line::starts_core_potential() const { return first_upper_case().ends_with("ECP"); }

bool G94Line::starts_with_number() const {
  return std::isdigit(static_cast<unsigned char>(words[0][0])) != 0 ||
         std::string_view(".-+").find(words[0][0]) != std::string_view::npos;
}

std::string G94Line::first_upper_case() const {
  std::string result(words[0]);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::vector<int> G94Line::angular_momenta() const {
  const std::string letters = first_upper_case();
  if (letters == "SP" || letters == "L") {
    return {0, 1};
  }
  if (letters.starts_with("L=")) {
    const int l = whole_number(words[0].substr(2)).value_or(-1);
    return 0 <= l && l < static_cast<int>(g94_shell_letters.size()) ? std::vector{l} : std::vector<int>{};
  }
  const std::size_t l = g94_shell_letters.find(letters);
  return letters.size() == 1 && l != std::string_view::npos ? std::vector{static_cast<int>(l)} : std::vector<int>{};
}

std::string G94Line::text() const { return printable(fmt::format("{}", fmt::join(words, " "))); }

std::string G94Line::quoted() const { return fmt::format("'{}'", text()); }

std::vector<G94Line> g94_lines(const TextFile& text) {
  std::vector<G94Line> lines;
  for (int number = 1; number <= text.lines(); ++number) {
    const std::string_view line = text.line(number);
    std::vector<std::string_view> words = split_words(line.substr(0, line.find_first_of("!#")));
    if (!words.empty()) {
      lines.push_back({number, std::move(words)});
    }
  }
  return lines;
}

}  // namespace fockproxy
