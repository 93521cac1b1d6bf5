#include "fock_history.hpp"

namespace fockproxy {

SpinMatrices FockHistory::build(const SpinMatrices& density, double threshold, int sampled_blocks) {
  FockBuild build = builder_.build(density, threshold, sampled_blocks);
  SpinMatrices g = std::move(build.g);
  verification_.merge(build.verification);
  const bool verified = build.verified;
  builds_.push_back(std::move(build));
  if (!verified) throw VerificationFailure("verification failed: " + verification_.first_failure());
  return g;
}

void FockHistory::check(const SpinMatrices& density, const SpinMatrices& g) {
  Verification blocks;
  blocks.add(builder_.check_blocks(density, g, 1));
  verification_.merge(blocks);
  if (!verification_.passed()) throw VerificationFailure("verification failed: " + verification_.first_failure());
}

void FockHistory::forget() { builds_.clear(); }

std::vector<RankRecord> FockHistory::ranks() const {
  std::vector<RankRecord> sum;
  for (const FockBuild& build : builds_) {
    sum.resize(build.ranks.size());
    for (std::size_t r = 0; r < sum.size(); ++r) sum[r] += build.ranks[r];
  }
  return sum;
}

double FockHistory::seconds(double FockBuild::*what) const {
  double sum = 0;
  for (const FockBuild& build : builds_) sum += build.*what;
  return sum;
}

}  // namespace fockproxy
