#include "scf/incremental_builder.hpp"

namespace fockproxy {

const SpinDense& IncrementalBuilder::build_full(const SpinDense& density, double threshold) {
  builds_.two_electron = builder_.build(density, threshold);
  builds_.density = density;
  builds_.last_threshold = threshold;
  builds_.since_full = 0;
  return builds_.two_electron;
}

const SpinDense& IncrementalBuilder::build_full(const SpinDense& density) {
  builds_.fine = true;
  return build_full(density, builder_.threshold());
}

const SpinDense& IncrementalBuilder::build(const SpinDense& density, double error) {
  const double tau = builder_.threshold();
  const bool coarse = !builds_.fine && interval() > 1 && error > coarse_above && 100 * tau <= coarse_threshold;
  if (!coarse && !builds_.fine) return build_full(density);
  const double for_full = coarse ? coarse_threshold : tau;
  const double for_difference = coarse ? coarse_threshold : tau / sharpening;
  if (builds_.density.empty() || builds_.since_full + 1 >= interval()) return build_full(density, for_full);

  SpinDense difference = density;
  for (std::size_t s = 0; s < density.size(); ++s) difference[s] -= builds_.density[s];
  if (largest_element(difference) / for_difference > largest_element(density) / for_full)
    return build_full(density, for_full);

  const SpinDense change = builder_.build(difference, for_difference);
  for (std::size_t s = 0; s < density.size(); ++s) builds_.two_electron[s] += change[s];
  builds_.density = density;
  builds_.last_threshold = for_difference;
  ++builds_.since_full;
  return builds_.two_electron;
}

}  // namespace fockproxy
