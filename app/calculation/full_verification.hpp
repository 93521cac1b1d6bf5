// --verify full: compares all of G with Libint, without screening.
#pragma once

#include "app/shared/subcommand.hpp"
#include "chem/basis_set.hpp"
#include "fock/fock_build.hpp"

namespace fockproxy {

// Compares whole matrices with the result of verification/exact_build.hpp. It keeps this result, so several builds with
// one density need it only once. If the computation takes long, it tells the remaining time on stderr.
class FullVerification {
 public:
  FullVerification(const CommandContext& context, const BasisSet& basis) : context_(context), basis_(basis) {}

  // Collective; the same on every rank. g: for `density`, from one build or as the sum of several, whose promises are
  // added.
  Check compare(const SpinMatrices& density, const SpinMatrices& g, double promise);

 private:
  const CommandContext& context_;
  const BasisSet& basis_;
  SpinMatrices density_, exact_;  // empty before the first comparison
};

}  // namespace fockproxy
