// The amount of work that was recomputed, and the power of this check.
#pragma once

#include <cstdint>

namespace fockproxy {

struct Effort {
  std::uint64_t random;       // seed of the draw; differs between builds, the same on every rank
  double seconds;             // the limit
  std::int64_t at_least = 1;  // on every rank, whatever time it takes
};

// The coverage of one build or, added up, of a run. A task counts once for every build that does it.
struct Coverage {
  std::int64_t tasks = 0;
  std::int64_t tasks_recomputed = 0;  // those recomputed in part among them
  std::int64_t tasks_in_part = 0;     // tasks of large blocks: only some of the blocks that they add to
  std::int64_t quartets = 0;
  std::int64_t quartets_recomputed = 0;
  std::int64_t quartets_counted = 0;    // by screening alone, to compare with those digested
  std::int64_t dropped_recomputed = 0;  // quartets that screening left out
  std::int64_t bounds_recomputed = 0;   // Schwarz bounds

  void operator+=(const Coverage& more);

  // smallest_share_caught() of the tasks, and of their quartets.
  double smallest_share_of_tasks() const;
  double smallest_share_of_quartets() const;

  static constexpr double certainty = 0.99;

  // The probability that at least one recomputed task is faulty, if this share of all tasks is faulty, at random.
  double chance_to_find(double share_of_tasks) const;
};

// The power of a sample of `drawn` out of `all`, drawn without replacement. It is the smallest faulty share that the
// sample hits at least once with this certainty, if the faulty ones are scattered at random. 1 if nothing was drawn, 0
// if there is nothing to draw.
double smallest_share_caught(std::int64_t all, std::int64_t drawn, double certainty = Coverage::certainty);

}  // namespace fockproxy
