// Fock builds from density differences (Almlof, Faegri & Korsell, J. Comput. Chem. 3, 385, 1982), no more exact than
// the iteration can use.
#pragma once

#include "scf/two_electron_builder.hpp"

namespace fockproxy {

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

  // interval 1: only full builds, at tau. The builder must outlive this.
  IncrementalBuilder(TwoElectronBuilder& builder, int interval);

  // Collective; `density` is bitwise the same on every rank, and so is the result. `error`: the DIIS error of the
  // iteration before, infinite when there is none. A full build when it is due, or when the density has changed by more
  // than a difference build could profit from.
  const SpinMatrices& build(const SpinMatrices& density, double error);
  const SpinMatrices& build_full(const SpinMatrices& density);  // at tau

  void only_full_builds() { interval_ = 1; }
  bool last_was_full() const { return builds_since_full_ == 0; }
  double last_threshold() const { return last_threshold_; }  // hartree

 private:
  const SpinMatrices& build_full(const SpinMatrices& density, double threshold);

  TwoElectronBuilder& builder_;
  int interval_;
  bool fine_ = false;
  double last_threshold_ = 0;
  int builds_since_full_ = 0;
  SpinMatrices density_;  // what two_electron_ belongs to; empty before the first build
  SpinMatrices two_electron_;
};

}  // namespace fockproxy
