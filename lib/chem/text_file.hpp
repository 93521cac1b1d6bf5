// Reads text input as numbered lines and makes error messages with line numbers. The readers of this folder use it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fockproxy {

// Words of a line, separated by blanks and tabs. The views point into `line`.
std::vector<std::string_view> split_words(std::string_view line);

std::string lower_case(std::string_view word);

// The integer that `word` is, "12" or "-3"; nothing for any other word.
std::optional<int> whole_number(std::string_view word);

// `text` in a form for a one-line message: control characters become '?', and text beyond `longest` is cut.
std::string printable(std::string_view text, std::size_t longest = 60);

// "file:line: ", or "file: " for line 0: the beginning of a message about a file.
std::string place_in(const std::filesystem::path& file, int line);

// The whole content of a file up to its end, also for a pipe, whose size is not known before. `kind` ("an XYZ file") is
// what the file should be. Throws UsageError if it is missing, a directory, unreadable, blank, larger than 64 MiB or
// not text.
std::string read_text(const std::filesystem::path& file, std::string_view kind);

class TextFile {
 public:
  // `text` is the result of read_text() for `file`. Accepts LF and CRLF line ends and a UTF-8 byte order mark.
  TextFile(std::filesystem::path file, std::string_view text);

  static TextFile read(const std::filesystem::path& file, std::string_view kind) {
    return TextFile(file, read_text(file, kind));
  }

  const std::filesystem::path& path() const { return path_; }
  int lines() const { return static_cast<int>(lines_.size()); }
  std::string_view line(int number) const { return lines_[number - 1]; }  // counted from 1, as in messages

  // The word on line `number` as a finite number; D exponents are accepted. The message of an error calls it `what`
  // ("the exponent").
  double finite_number(int number, std::string_view word, std::string_view what) const;

  // Throws UsageError "file:line: wrong; right", or "file: wrong; right" for number 0.
  [[noreturn]] void fail(int number, std::string_view wrong, std::string_view right) const;

 private:
  std::filesystem::path path_;
  std::vector<std::string> lines_;
};

}  // namespace fockproxy
