#include "app/calculation/fock_history.hpp"

namespace fockproxy {

SpinMatrices FockHistory::build(const SpinMatrices& density, double threshold) {
  FinishedBuild finished = builder_.build(density, threshold);
  verification_.merge(finished.verification());
  FockBuild build = std::move(finished).result();
  SpinMatrices g = std::move(build.g);
  builds_.push_back(std::move(build));
  return g;
}

void FockHistory::check_fully(FullVerification& full, const SpinMatrices& density, const SpinMatrices& g, int builds,
                              int later) {
  double promise = 0;
  for (int n = 1; n <= builds; ++n) promise += builds_.at(builds_.size() - later - n).neglected.promise();
  Verification all;
  all.add(full.compare(density, g, promise));
  verification_.merge(all);
  if (!all.passed()) throw VerificationFailure("verification failed: " + all.first_failure());
}

void FockHistory::forget() { builds_.clear(); }

std::vector<RankRecord> FockHistory::ranks() const {
  std::vector<RankRecord> sum;
  for (const FockBuild& build : builds_) add_records(sum, build.ranks);
  return sum;
}

double FockHistory::seconds(double FockBuild::*what) const {
  double sum = 0;
  for (const FockBuild& build : builds_) sum += build.*what;
  return sum;
}

}  // namespace fockproxy
