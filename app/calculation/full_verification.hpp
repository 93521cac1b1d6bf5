// --verify full: all of G against Libint, nothing screened.
#pragma once

#include "app/shared/subcommand.hpp"
#include "chem/basis_set.hpp"
#include "fock/fock_build.hpp"

namespace fockproxy {

// Compares whole matrices with what verification/exact_build.hpp computes, which is kept: several builds of one density
// cost one. Tells on stderr how long that will take where it takes long.
class FullVerification {
 public:
  FullVerification(const CommandContext& context, const BasisSet& basis) : context_(context), basis_(basis) {}

  // Collective; the same on every rank. g: of `density`, by one build or the sum of several, whose promises are added.
  Check compare(const SpinMatrices& density, const SpinMatrices& g, double promise);

 private:
  const CommandContext& context_;
  const BasisSet& basis_;
  SpinMatrices density_, exact_;  // empty before the first
};

}  // namespace fockproxy
