#include "app/shared/progress_options.hpp"

#include "parallel/ghost_segments.hpp"

namespace fockproxy {

void ProgressArguments::add(const Group& group) {
  group.option("--poll-interval", poll_interval, "progress poll: computing time between polls, microseconds");
  group.option("--poll-burst", poll_burst, "progress poll: MPI_Iprobe calls in each poll");
  group.option("--helper-sleep", helper_sleep, "progress helper-poll: rest between two calls, microseconds; 0 spins");
  group.option("--helper-ranks", helper_ranks,
               "progress helper-*: ranks with a helper: all, root, or a list like 0,2-3");
  group.option("--ghosts", ghosts, "progress ghost, window ghost: so many of the last ranks of every node serve");
}

ProgressOptions ProgressArguments::resolve(bool any_helper) const {
  constexpr double longest = 60e6;  // a minute, in microseconds; and no comparison below lets NaN pass
  require(poll_interval >= 1 && poll_interval <= longest,
          "--poll-interval must be between 1 and 60000000 microseconds");
  require(poll_burst >= 1 && poll_burst <= 1'000'000, "--poll-burst must be between 1 and 1000000");
  require(helper_sleep >= 0 && helper_sleep <= longest, "--helper-sleep must be between 0 and 60000000 microseconds");
  require(ghosts >= 1 && ghosts <= 1'000'000, "--ghosts must be between 1 and 1000000");
  set_ghosts_per_node(ghosts);  // of the process: windows are made in many places
  ProgressOptions options;
  options.poll_interval = 1e-6 * poll_interval;
  options.poll_burst = poll_burst;
  options.helper_sleep = 1e-6 * helper_sleep;
  try {
    options.helper_ranks = RankSet::parse(helper_ranks);
  } catch (const UsageError& error) {
    throw UsageError(std::string("--helper-ranks ") + error.what());
  }
  require(options.helper_ranks.all() || any_helper,
          "--helper-ranks is for the helpers of --progress helper-* (and of --counter helper)");
  return options;
}

}  // namespace fockproxy
