// The options that set a progress strategy, for every subcommand that runs one.
#pragma once

#include <string>

#include "app/shared/option_group.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {

// --poll-interval, --poll-burst, --helper-sleep, --helper-ranks and --ghosts as written on the command line.
struct ProgressArguments {
  double poll_interval = 100;  // microseconds
  int poll_burst = 1;
  double helper_sleep = 50;  // microseconds
  std::string helper_ranks = "all";
  int ghosts = 1;

  void add(const Group& group);
  // any_helper: is there a helper among the strategies that they are for? Throws UsageError. Sets the process's number
  // of ghosts.
  ProgressOptions resolve(bool any_helper) const;
};

}  // namespace fockproxy
