#include "chem/text_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <system_error>
#include <utility>

#include "support/error.hpp"

namespace fockproxy {
namespace {

// Far above any molecule or basis set; keeps a mistaken path (a device, a checkpoint) from filling the memory.
constexpr std::size_t largest_file = std::size_t{64} << 20;

constexpr std::size_t longest_path = 1000;

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
  constexpr std::string_view blanks = " \t\v\f";
  std::vector<std::string_view> words;
  std::size_t begin = line.find_first_not_of(blanks);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string result(text.substr(0, longest));
  std::replace_if(
      result.begin(), result.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  if (text.size() > longest) {
    result += "...";
  }
  return result;
}

TextFile::TextFile(std::filesystem::path file, std::string_view kind) : path_(std::move(file)) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    fail(0, "is a directory", fmt::format("give the path of {}", kind));
  }
  errno = 0;
  std::ifstream in(path_, std::ios::binary);
  if (!in) {
    const std::string reason = std::generic_category().message(errno);
    fail(0, fmt::format("cannot be opened ({})", reason), fmt::format("give the path of {}", kind));
  }
  std::string text;
  std::array<char, 65536> piece;
  while (in.read(piece.data(), piece.size()), in.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest_file) {
      fail(0, "is larger than 64 MiB", fmt::format("give the path of {}", kind));
    }
  }
  if (in.bad()) {
    fail(0, "cannot be read", fmt::format("give the path of {}", kind));
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.erase(0, 3);
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string& line = lines_.emplace_back(text, begin, end - begin);
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    begin = end + 1;
  }
  if (std::all_of(lines_.begin(), lines_.end(), [](const std::string& line) { return split_words(line).empty(); })) {
    fail(1, "the file is empty", fmt::format("give the path of {}", kind));
  }
}

double TextFile::finite_number(int number, std::string_view word, std::string_view what) const {
  std::string digits(word);
  std::replace_if(
      digits.begin(), digits.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  // std::from_chars takes a minus sign but no plus sign.
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') {
    digits.erase(0, 1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    fail(number, fmt::format("{} '{}' is not a number", what, printable(word)), "write it like 0.757 or 1.2e-3");
  }
  if (error == std::errc::result_out_of_range) {
    fail(number, fmt::format("{} '{}' is outside the range of a double", what, printable(word)),
         "write a number of ordinary size");
  }
  if (!std::isfinite(value)) {
    fail(number, fmt::format("{} '{}' is not finite", what, printable(word)), "write a number like 0.757");
  }
  return value;
}

void TextFile::fail(int number, std::string_view wrong, std::string_view right) const {
  const std::string place = printable(path_.string(), longest_path);
  if (number == 0) {
    throw UsageError(fmt::format("{}: {}; {}", place, wrong, right));
  }
  throw UsageError(fmt::format("{}:{}: {}; {}", place, number, wrong, right));
}

}  // namespace fockproxy
