#include "scf/incremental_builder.hpp"

#include "scf/diis.hpp"

namespace fockproxy {

const SpinMatrices& IncrementalBuilder::build_full(const SpinMatrices& density) {
  two_electron_ = builder_.build(density);
  density_ = density;
  builds_since_full_ = 0;
  return two_electron_;
}

const SpinMatrices& IncrementalBuilder::build(const SpinMatrices& density) {
  if (density_.empty() || builds_since_full_ + 1 >= interval_) return build_full(density);
  SpinMatrices difference = density;
  for (std::size_t s = 0; s < density.size(); ++s) difference[s] = sharpening * (density[s] - density_[s]);
  if (largest_element(difference) > largest_element(density)) return build_full(density);

  const SpinMatrices change = builder_.build(difference);
  for (std::size_t s = 0; s < density.size(); ++s) two_electron_[s] += change[s] / sharpening;
  density_ = density;
  ++builds_since_full_;
  return two_electron_;
}

}  // namespace fockproxy
