// Repeated builds of one configuration.
#pragma once

#include <vector>

#include "fock/fock_build.hpp"

namespace fockproxy {

// The values are on rank 0.
struct BuildSamples {
  std::vector<double> seconds_per_task;  // by build: time of all working ranks until their own work was complete
  std::vector<double> seconds;           // by build: wall, including waits for the slowest rank
  std::vector<RankRecord> ranks;         // summed over the builds
  std::int64_t tasks = 0, quartets = 0;  // of one build
  bool disturbed = false;

  void add(const FockBuild& build);
  double per_task() const;  // median of seconds_per_task
  double wall() const;      // median of seconds
};

}  // namespace fockproxy
