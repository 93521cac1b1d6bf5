#include "app/shared/build_samples.hpp"

#include "record/distribution.hpp"

namespace fockproxy {

void BuildSamples::add(const FockBuild& build) {
  double busy = 0;
  add_records(ranks, build.ranks);
  for (const RankRecord& rank : build.ranks) {
    if (rank.idle) continue;
    busy += rank.busy_seconds();
    disturbed = disturbed || rank.disturbed();
  }
  tasks = build.tasks;
  quartets = build.quartets;
  seconds_per_task.push_back(tasks == 0 ? 0 : busy / static_cast<double>(tasks));
  seconds.push_back(build.seconds);
}

double BuildSamples::per_task() const { return distribution_of(seconds_per_task).median; }
double BuildSamples::wall() const { return distribution_of(seconds).median; }

}  // namespace fockproxy
