// Files of large arrays. A write replaces the whole file or nothing, and a reader refuses an incomplete file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/json_file.hpp"

namespace fockproxy {

// A sum over words of eight bytes in any order, so that parts of a file may be summed separately. Each word counts with
// its position, and a change of any one word changes the sum. Local.
class WordSum {
 public:
  // Adds words `first`, `first` + 1, ... of the whole.
  void add(std::uint64_t first, std::span<const double> words);
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

// The file has a line that names its kind, a line of JSON (data of the writer, and the number of words), and spaces up
// to a multiple of eight bytes. The words follow, and then the sum of all of these. Local; use on one rank.
class ArrayFile {
 public:
  // Checks before a long calculation that the file can be written, with `largest` bytes in addition to the old file.
  // Throws UsageError with the reason if not. The check leaves nothing behind. `kind` is one line.
  ArrayFile(std::filesystem::path path, std::string kind, std::uint64_t largest);

  // Replaces the old content by what an ArrayFileWriter wrote. A process that ends before this leaves the old content.
  // Throws ComputationError; the old content then also stays.
  void replace() const;
  // Call it after replace(). When it returns, the name of the file is also safe on the medium. Some file systems cannot
  // report this.
  void settle() const;

  const std::filesystem::path& path() const { return path_; }
  const std::string& kind() const { return kind_; }
  // The suffix of the new file until it replaces the old one.
  static constexpr std::string_view beside_suffix = ".new";
  std::filesystem::path beside() const;

 private:
  std::filesystem::path path_;
  std::string kind_;
};

// New content in a second file. Local; use on one rank.
class ArrayFileWriter {
 public:
  // `words`: the number of words that will be added in all. The file must outlive the writer.
  ArrayFileWriter(const ArrayFile& file, const Json& about, std::uint64_t words);
  ~ArrayFileWriter();
  ArrayFileWriter(const ArrayFileWriter&) = delete;
  ArrayFileWriter& operator=(const ArrayFileWriter&) = delete;

  // Errors are thrown by finish(), because the caller may be inside a collective operation here.
  void add(std::span<const double> words);
  // After it, all content is safe on its medium. Throws ComputationError; then the second file is removed.
  void finish();

 private:
  const ArrayFile& file_;
  int descriptor_;
  int failure_ = 0;  // errno of the first error
  WordSum sum_;
  std::uint64_t at_ = 0;  // words so far
};

// Local; use on one rank. Reads and sums the whole file before it returns any word. A pipe is read once, into memory.
class ArrayFileReader {
 public:
  // Throws UsageError if the file cannot be read, is of another kind, or is incomplete.
  ArrayFileReader(const std::filesystem::path& path, const std::string& kind);

  const Json& about() const { return *about_; }
  // Reads the next words. Throws UsageError if fewer are left.
  void read(std::span<double> words);
  bool at_end() const { return left_ == 0; }
  void require_end() const;  // throws UsageError if words are left

 private:
  std::filesystem::path path_;
  std::unique_ptr<std::istream> file_;  // for a pipe: its content in memory
  std::shared_ptr<const Json> about_;   // the type is declared only
  std::uint64_t left_ = 0;              // words
};

}  // namespace fockproxy
