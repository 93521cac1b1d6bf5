// Files of large arrays: replaced as a whole or not at all, and refused when they are torn.
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

// Adds up over words of eight bytes in any order, so that parts of a file may be summed apart: a word counts with its
// position, and a change of any one word changes the sum. Local.
class WordSum {
 public:
  // Words `first`, `first` + 1, ... of the whole.
  void add(std::uint64_t first, std::span<const double> words);
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

// In the file: a line that names its kind, a line of JSON (what the writer wants to know again, and how many words
// follow), spaces up to a multiple of eight bytes, the words, and the sum of all of these. Local; use on one rank.
class ArrayFile {
 public:
  // Makes sure now, before hours of computing, that the file can be written, and `largest` bytes of it beside the one
  // that they replace: throws UsageError saying why not. The trial leaves nothing behind. `kind` is one line.
  ArrayFile(std::filesystem::path path, std::string kind, std::uint64_t largest);

  // Puts what an ArrayFileWriter wrote beside the old content in place of it. A process that ends before leaves the old
  // one. Throws ComputationError; then, too, the old one stays.
  void replace() const;
  // After replace(): its name, too, is safe on the medium when this returns. Some file systems cannot say.
  void settle() const;

  const std::filesystem::path& path() const { return path_; }
  const std::string& kind() const { return kind_; }
  // What is written before it takes the file's place.
  static constexpr std::string_view beside_suffix = ".new";
  std::filesystem::path beside() const;

 private:
  std::filesystem::path path_;
  std::string kind_;
};

// New content, beside the old. Local; use on one rank.
class ArrayFileWriter {
 public:
  // `words` will be added in all. The file must outlive it.
  ArrayFileWriter(const ArrayFile& file, const Json& about, std::uint64_t words);
  ~ArrayFileWriter();
  ArrayFileWriter(const ArrayFileWriter&) = delete;
  ArrayFileWriter& operator=(const ArrayFileWriter&) = delete;

  // What fails is thrown by finish(): who adds may be in the middle of something collective.
  void add(std::span<const double> words);
  // All of it is safe on its medium then. Throws ComputationError, and leaves nothing beside the old content.
  void finish();

 private:
  const ArrayFile& file_;
  int descriptor_;
  int failure_ = 0;  // errno of the first
  WordSum sum_;
  std::uint64_t at_ = 0;  // words so far
};

// Local; use on one rank. The whole file is read and summed before anything is taken from it. A pipe is read once, into
// memory.
class ArrayFileReader {
 public:
  // Throws UsageError: it cannot be read, is of another kind, or is torn.
  ArrayFileReader(const std::filesystem::path& path, const std::string& kind);

  const Json& about() const { return *about_; }
  // The next words. Throws UsageError when there are not so many.
  void read(std::span<double> words);
  bool at_end() const { return left_ == 0; }
  void require_end() const;  // throws UsageError when there are more

 private:
  std::filesystem::path path_;
  std::unique_ptr<std::istream> file_;  // of a pipe: what it held, in memory
  std::shared_ptr<const Json> about_;   // the type is declared only
  std::uint64_t left_ = 0;              // words
};

}  // namespace fockproxy
