// Fock builds from density differences (Almlof, Faegri & Korsell, J. Comput. Chem. 3, 385, 1982).
#pragma once

#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// G(D_n) = G(D_(n-1)) + G(D_n - D_(n-1)): as the difference shrinks, screening removes most quartets. Every build adds
// its own screening error, so a full build starts afresh after `interval` builds, and whenever the density has changed
// by more than a difference build could profit from.
class IncrementalBuilder {
 public:
  // interval 1: only full builds. The builder must outlive this.
  IncrementalBuilder(TwoElectronBuilder& builder, int interval) : builder_(builder), interval_(interval) {}

  // Collective; `density` is bitwise the same on every rank, and so is the result.
  const SpinMatrices& build(const SpinMatrices& density);
  const SpinMatrices& build_full(const SpinMatrices& density);

  bool last_was_full() const { return builds_since_full_ == 0; }

 private:
  TwoElectronBuilder& builder_;
  int interval_;
  int builds_since_full_ = 0;
  SpinMatrices density_;  // what two_electron_ belongs to; empty before the first build
  SpinMatrices two_electron_;
};

}  // namespace fockproxy
