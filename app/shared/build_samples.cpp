#include "app/shared/build_samples.hpp"

#include "record/distribution.hpp"

namespace fockproxy {

void BuildSamples::add(const FockBuild& build) {
  double busy = 0;
  ranks.resize(build.ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const RankRecord& rank = build.ranks[r];
    ranks[r] += rank;
    if (rank.idle) continue;
    busy += rank.busy_seconds();
    disturbed = disturbed || rank.disturbed();
  }
  tasks = build.tasks;
  seconds_per_task.push_back(tasks == 0 ? 0 : busy / static_cast<double>(tasks));
  seconds.push_back(build.seconds);
}

double BuildSamples::per_task() const { return distribution_of(seconds_per_task).median; }
double BuildSamples::wall() const { return distribution_of(seconds).median; }

}  // namespace fockproxy
