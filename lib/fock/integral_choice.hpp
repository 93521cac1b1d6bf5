// --integrals and --simd: which code computes the integrals, the same on every rank.
#pragma once

#include <string>

#include "fock/digestion.hpp"
#include "fock/fock_transport.hpp"

namespace fockproxy {

struct IntegralChoice {
  IntegralSource source;
  std::string simd;  // the path in use; empty for Libint
};

// Collective: "auto" is the fastest path that every rank's processor has. Throws UsageError on all ranks for unknown
// names, and for a path that a rank's processor lacks.
IntegralChoice choose_integrals(const Runtime& runtime, const FockConfig& config);

}  // namespace fockproxy
