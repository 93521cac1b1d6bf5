// How much of the work was recomputed, and what that is worth.
#pragma once

#include <cstdint>

namespace fockproxy {

struct Effort {
  std::uint64_t random;       // what is drawn; another in every build, the same on every rank
  double seconds;             // at most
  std::int64_t at_least = 1;  // on every rank, however long that takes
};

// The coverage of one build or, added up, of a run. A task counts once for every build that does it.
struct Coverage {
  std::int64_t tasks = 0;
  std::int64_t tasks_recomputed = 0;  // those recomputed in part among them
  std::int64_t tasks_in_part = 0;     // tasks of large blocks: some of the blocks that they add to
  std::int64_t quartets = 0;
  std::int64_t quartets_recomputed = 0;
  std::int64_t quartets_counted = 0;    // by screening alone, for comparison with those digested
  std::int64_t dropped_recomputed = 0;  // quartets that screening left out
  std::int64_t bounds_recomputed = 0;   // Schwarz bounds

  void operator+=(const Coverage& more);

  // smallest_share_caught() of the tasks, and of their quartets.
  double smallest_share_of_tasks() const;
  double smallest_share_of_quartets() const;

  static constexpr double certainty = 0.99;

  // The chance that at least one of the tasks recomputed is faulty, where this share of all is, scattered at random.
  double chance_to_find(double share_of_tasks) const;
};

// The smallest share of `all` that, were so many of them faulty and scattered at random, `drawn` of them drawn without
// replacement would hit at least once with this certainty: the power of a sample. 1 where nothing was drawn, 0 where
// there is nothing.
double smallest_share_caught(std::int64_t all, std::int64_t drawn, double certainty = Coverage::certainty);

}  // namespace fockproxy
