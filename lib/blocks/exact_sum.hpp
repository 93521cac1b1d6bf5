// --sum: how contributions to F are added up, and the data of a build with exact sums.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "blocks/fock_grid.hpp"
#include "blocks/word_checksums.hpp"
#include "support/choice.hpp"

namespace fockproxy {

struct SumEntry {
  std::string_view name;
  std::string_view summary;
  bool exact = false;
  bool wide = false;  // exact, with two words per element for any bound
};
std::span<const SumEntry> sum_table();
const SumEntry& look_up(Type<SumEntry>, std::string_view name);  // throws UsageError listing the known names

// The grid and the checksums of a build with exact sums.
struct ExactSum {
  // layout: the layout of the density.
  ExactSum(const FockGrid& grid, const BlockLayout& layout, std::uint64_t seed)
      : grid(grid), checksums(layout.with_words(grid.words()), seed) {}

  FockGrid grid;
  WordChecksums checksums;  // of F as integers
};

}  // namespace fockproxy
