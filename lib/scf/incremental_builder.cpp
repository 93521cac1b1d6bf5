#include "scf/incremental_builder.hpp"

#include "scf/diis.hpp"

namespace fockproxy {

IncrementalBuilder::IncrementalBuilder(TwoElectronBuilder& builder, int interval)
    : builder_(builder), interval_(interval) {}

const SpinMatrices& IncrementalBuilder::build_full(const SpinMatrices& density, double threshold) {
  two_electron_ = builder_.build(density, threshold);
  density_ = density;
  last_threshold_ = threshold;
  builds_since_full_ = 0;
  return two_electron_;
}

const SpinMatrices& IncrementalBuilder::build_full(const SpinMatrices& density) {
  fine_ = true;
  return build_full(density, builder_.threshold());
}

const SpinMatrices& IncrementalBuilder::build(const SpinMatrices& density, double error) {
  const double tau = builder_.threshold();
  const bool coarse = !fine_ && interval_ > 1 && error > coarse_above && 100 * tau <= coarse_threshold;
  if (!coarse && !fine_) return build_full(density);
  const double for_full = coarse ? coarse_threshold : tau;
  const double for_difference = coarse ? coarse_threshold : tau / sharpening;
  if (density_.empty() || builds_since_full_ + 1 >= interval_) return build_full(density, for_full);

  SpinMatrices difference = density;
  for (std::size_t s = 0; s < density.size(); ++s) difference[s] -= density_[s];
  if (largest_element(difference) / for_difference > largest_element(density) / for_full)
    return build_full(density, for_full);

  const SpinMatrices change = builder_.build(difference, for_difference);
  for (std::size_t s = 0; s < density.size(); ++s) two_electron_[s] += change[s];
  density_ = density;
  last_threshold_ = for_difference;
  ++builds_since_full_;
  return two_electron_;
}

}  // namespace fockproxy
