// Files of large arrays: replaced as a whole or not at all, and refused when they are torn.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
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

  // The new content beside the old, safe on its medium; then in place of it. A process that ends between the two, or
  // in either, leaves the old one. Throw ComputationError; then, too, the old one stays.
  void write(const Json& about, std::span<const std::span<const double>> arrays) const;
  void replace() const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path beside() const;

  std::filesystem::path path_;
  std::string kind_;
};

// Local; use on one rank. The whole file is read and summed before anything is taken from it.
class ArrayFileReader {
 public:
  // Throws UsageError: it cannot be read, is of another kind, or is torn.
  ArrayFileReader(const std::filesystem::path& path, const std::string& kind);

  const Json& about() const { return *about_; }
  // The next words. Throws UsageError when there are not so many.
  void read(std::span<double> words);
  bool at_end() const { return left_ == 0; }

 private:
  std::filesystem::path path_;
  std::ifstream file_;
  std::shared_ptr<const Json> about_;  // the type is declared only
  std::uint64_t left_ = 0;             // words
};

}  // namespace fockproxy
