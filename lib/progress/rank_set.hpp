// A choice of ranks, as written on a command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fockproxy {

class RankSet {
 public:
  RankSet() = default;  // all ranks

  // "all", "root", or a list of ranks and ranges such as "0,2-3". Throws UsageError for anything else.
  static RankSet parse(const std::string& text);

  bool contains(int rank) const;
  bool all() const { return ranges_.empty(); }
  int largest() const;  // the largest rank that is named; -1 for all
  std::string str() const { return text_; }

 private:
  std::string text_ = "all";
  std::vector<std::pair<int, int>> ranges_;  // first to last, both included; empty: all ranks
};

}  // namespace fockproxy
