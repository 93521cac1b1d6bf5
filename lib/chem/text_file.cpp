#include "chem/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <system_error>
#include <utility>

#include "support/error.hpp"

namespace fockproxy {
namespace {

// Far above any molecule or basis set. A wrong path (a device, a checkpoint) must not fill the memory.
constexpr std::size_t largest_file = std::size_t{64} << 20;

constexpr std::size_t longest_path = 1000;

std::string_view byte_order_mark_of(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? mark : std::string_view();
}

[[noreturn]] void refuse_file(const std::filesystem::path& file, int line, std::string_view wrong,
                              std::string_view right) {
  throw UsageError(fmt::format("{}{}; {}", place_in(file, line), wrong, right));
}

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

std::string lower_case(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::optional<int> whole_number(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string result(text.substr(0, longest));
  std::replace_if(result.begin(), result.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  if (text.size() > longest) {
    result += "...";
  }
  return result;
}

std::string place_in(const std::filesystem::path& file, int line) {
  return printable(file.string(), longest_path) + (line == 0 ? ": " : fmt::format(":{}: ", line));
}

std::string read_text(const std::filesystem::path& file, std::string_view kind) {
  const auto refuse = [&](int line, std::string_view wrong) {
    refuse_file(file, line, wrong, fmt::format("give the path of {}", kind));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    refuse(0, "is a directory");
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    refuse(0, fmt::format("cannot be opened ({})", std::generic_category().message(errno)));
  }
  std::string text;
  std::array<char, 65536> piece;
  while (in.read(piece.data(), piece.size()), in.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest_file) {
      refuse(0, "is larger than 64 MiB");
    }
  }
  if (in.bad()) {
    refuse(0, "cannot be read");
  }
  if (const std::size_t at = text.find('\0'); at != std::string::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    refuse(static_cast<int>(line), "a byte of value 0, which no text has");
  }
  if (text.find_first_not_of(" \t\v\f\r\n", byte_order_mark_of(text).size()) == std::string::npos) {
    refuse(1, "the file is empty");
  }
  return text;
}

TextFile::TextFile(std::filesystem::path file, std::string_view text) : path_(std::move(file)) {
  text.remove_prefix(byte_order_mark_of(text).size());
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string& line = lines_.emplace_back(text.substr(begin, end - begin));
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    begin = end + 1;
  }
}

double TextFile::finite_number(int number, std::string_view word, std::string_view what) const {
  std::string digits(word);
  std::replace_if(digits.begin(), digits.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
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
  refuse_file(path_, number, wrong, right);
}

}  // namespace fockproxy
