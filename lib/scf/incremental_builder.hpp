// Fock builds from density differences (Almlof, Faegri & Korsell, J. Comput. Chem. 3, 385, 1982).
#pragma once

#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// G(D_n) = G(D_(n-1)) + G(D_n - D_(n-1)): as the difference shrinks, screening removes most quartets. Every build adds
// its own screening error, and those of small differences are no smaller than that of a full build, because all of
// their terms are near the threshold. Two things keep the total within little more than one full build's error:
// a difference is built `sharpening` times enlarged, which by linearity is a build at a threshold that much lower, and
// a full build starts afresh after `interval` builds.
class IncrementalBuilder {
 public:
  static constexpr double sharpening = 32;  // a power of two, so that scaling rounds nothing

  // interval 1: only full builds. The builder must outlive this.
  IncrementalBuilder(TwoElectronBuilder& builder, int interval) : builder_(builder), interval_(interval) {}

  // Collective; `density` is bitwise the same on every rank, and so is the result. A full build when it is due, or when
  // the density has changed by more than a difference build could profit from.
  const SpinMatrices& build(const SpinMatrices& density);
  const SpinMatrices& build_full(const SpinMatrices& density);

  void only_full_builds() { interval_ = 1; }
  bool last_was_full() const { return builds_since_full_ == 0; }

 private:
  TwoElectronBuilder& builder_;
  int interval_;
  int builds_since_full_ = 0;
  SpinMatrices density_;  // what two_electron_ belongs to; empty before the first build
  SpinMatrices two_electron_;
};

}  // namespace fockproxy
