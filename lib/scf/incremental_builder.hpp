// Fock builds from density differences (Almlof, Faegri & Korsell, J. Comput. Chem. 3, 385, 1982), no more exact than
// the iteration can use.
#pragma once

#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// What it hands from build to build.
struct DifferenceBuilds {
  bool fine = false;  // the fine stage has begun
  bool only_full = false;
  int since_full = 0;         // difference builds since a full one
  double last_threshold = 0;  // hartree
  SpinDense density{};        // what `two_electron` belongs to; empty before the first build
  SpinDense two_electron{};
};

// G(D_n) = G(D_(n-1)) + G(D_n - D_(n-1)): as the difference shrinks, screening removes most quartets.
//
// Far from convergence (DIIS error above `coarse_above`) screening is done at `coarse_threshold`, if that is far above
// the builder's own threshold tau: the errors of F stay some hundred times below the DIIS error. Then a full build at
// tau starts the fine stage, which is not left again.
//
// Every build adds its own screening error, and those of small differences are no smaller than that of a full build,
// because all of their terms are near the threshold. Two things keep the total of the fine stage within little more
// than one full build's error: a difference is built at tau / `sharpening`, and a full build starts afresh after
// `interval` builds.
class IncrementalBuilder {
 public:
  static constexpr double coarse_above = 1e-3;      // hartree
  static constexpr double coarse_threshold = 1e-7;  // hartree
  static constexpr double sharpening = 32;

  // interval 1: only full builds, at tau. Goes on from `builds`; it and the builder must outlive this.
  IncrementalBuilder(TwoElectronBuilder& builder, int interval, DifferenceBuilds& builds)
      : builder_(builder), interval_(interval), builds_(builds) {}

  // Collective. `error`: the DIIS error of the
  // iteration before, infinite when there is none. A full build when it is due, or when the density has changed by more
  // than a difference build could profit from.
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
