// The origins and targets of the transfers of a round.
#pragma once

#include <string_view>
#include <vector>

namespace fockproxy::onesided {

enum class Pattern {
  pair,        // one origin and one target
  ring,        // every rank sends to its right neighbour
  one_target,  // all other ranks send to rank 0
  hot_target   // every second transfer goes to rank 0, the others to the right neighbour
};
inline constexpr std::string_view pattern_names[] = {"pair", "ring", "one target", "hot target"};
inline std::string_view to_string(Pattern pattern) { return pattern_names[static_cast<int>(pattern)]; }

// Ranks are ranks of the world. Local.
struct TrafficPattern {
  Pattern pattern = Pattern::pair;
  int ranks = 1;               // in the world
  int origin = 1, target = 0;  // of a pair

  bool is_pair() const { return pattern == Pattern::pair; }
  // Whether all other ranks send to one rank, which sends nothing.
  bool has_one_target() const { return is_pair() || pattern == Pattern::one_target; }
  bool takes_part(int rank) const { return !is_pair() || rank == origin || rank == target; }
  // The target of a rank's transfer in a slot; -1: the rank sends nothing there.
  int target_of(int rank, int slot) const {
    const int right = (rank + 1) % ranks;
    switch (pattern) {
      case Pattern::pair: return rank == origin ? target : -1;
      case Pattern::ring: return right;
      case Pattern::one_target: return rank == 0 ? -1 : 0;
      case Pattern::hot_target: return slot % 2 == 0 ? 0 : right;
    }
    return -1;
  }
  bool is_origin(int rank) const { return target_of(rank, 0) >= 0; }
  // The number of parts of the target's segment. Each origin has its own part.
  int parts() const { return is_pair() ? 1 : ranks; }
  int part_of(int rank) const { return is_pair() ? 0 : rank; }
};

}  // namespace fockproxy::onesided
