// Fock builds from density differences (Almlof, Faegri & Korsell, J. Comput. Chem. 3, 385, 1982), with only the
// accuracy that the iteration needs.
#pragma once

#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// The state that it keeps from build to build.
struct DifferenceBuilds {
  bool fine = false;  // the fine stage has begun
  bool only_full = false;
  int since_full = 0;         // difference builds since a full one
  double last_threshold = 0;  // hartree
  SpinDense density{};        // the density of `two_electron`; empty before the first build
  SpinDense two_electron{};
};

// G(D_n) = G(D_(n-1)) + G(D_n - D_(n-1)): as the difference becomes smaller, screening removes most quartets.
//
// Far from convergence (DIIS error above `coarse_above`) screening uses `coarse_threshold`, if that is far above the
// builder's own threshold tau. The errors of F are then about a hundred times smaller than the DIIS error. After that,
// a full build at tau begins the fine stage, which lasts until the end.
//
// Every build adds its own screening error. The error of a small difference is not smaller than that of a full build,
// because all of its terms are near the threshold. Two rules keep the total error of the fine stage within little more
// than that of one full build: a difference is built at tau / `sharpening`, and after `interval` builds a full build
// starts again.
class IncrementalBuilder {
 public:
  static constexpr double coarse_above = 1e-3;      // hartree
  static constexpr double coarse_threshold = 1e-7;  // hartree
  static constexpr double sharpening = 32;

  // interval 1: only full builds, at tau. Continues from `builds`; it and the builder must outlive the object.
  IncrementalBuilder(TwoElectronBuilder& builder, int interval, DifferenceBuilds& builds)
      : builder_(builder), interval_(interval), builds_(builds) {}

  // Collective. `error`: the DIIS error of the previous iteration, infinite if there is none. It is a full build if one
  // is due, or if the density has changed so much that a difference build has no advantage.
  const SpinDense& build(const SpinDense& density, double error);
  const SpinDense& build_full(const SpinDense& density);  // at tau

  void only_full_builds() { builds_.only_full = true; }
  bool last_was_full() const { return builds_.since_full == 0; }
  double last_threshold() const { return builds_.last_threshold; }  // hartree

 private:
  const SpinDense& build_full(const SpinDense& density, double threshold);

  int interval() const { return builds_.only_full ? 1 : interval_; }

  TwoElectronBuilder& builder_;
  int interval_;
  DifferenceBuilds& builds_;
};

}  // namespace fockproxy
