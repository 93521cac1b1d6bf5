#include "app/calculation/fock_history.hpp"

#include <utility>

#include "dense/whole_matrix.hpp"

namespace fockproxy {

SpinDense FockHistory::build(const SpinDense& density, double threshold) {
  FinishedBuild finished = builder_.build(density, threshold);
  verification_.merge(finished.verification());
  FockBuild build = std::move(finished).result();
  SpinDense g = std::exchange(build.g, {});
  builds_.push_back(std::move(build));
  return g;
}

void FockHistory::check_fully(FullVerification& full, const SpinDense& density, const SpinDense& g, int builds) {
  double promise = 0;
  for (int n = 1; n <= builds; ++n) promise += builds_.at(builds_.size() - n).neglected.promise();
  Verification all;
  all.add(full.compare(whole(density), whole(g), promise));
  verification_.merge(all);
  if (!all.passed()) throw VerificationFailure("verification failed: " + all.first_failure());
}

void FockHistory::forget() { builds_.clear(); }

std::vector<RankRecord> FockHistory::ranks() const {
  std::vector<RankRecord> sum;
  for (const FockBuild& build : builds_) add_records(sum, build.ranks);
  return sum;
}

double FockHistory::seconds(double FockBuild::* what) const {
  double sum = 0;
  for (const FockBuild& build : builds_) sum += build.*what;
  return sum;
}

HessianBuilds::HessianBuilds(FockBuilder& builder, int spins, MakeBuilder make)
    : builder_(builder), make_(std::move(make)) {
  if (spins == 2) history_ = std::make_unique<FockHistory>(builder);
}

SpinDense HessianBuilds::build(const SpinDense& density, double threshold) {
  if (!history_) {
    own_ = make_();
    history_ = std::make_unique<FockHistory>(*own_);
  }
  return history_->build(density, threshold);
}

void HessianBuilds::add_verification(Verification& all) const {
  if (history_) all.merge(history_->verification());
}

}  // namespace fockproxy
