// The quick check of the stack before a calculation.
#pragma once

#include "app/shared/subcommand.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

// Collective; returns the seconds that it took. Throws ComputationError if a part that this configuration uses computes
// wrongly.
double check_stack(const CommandContext& context, FockConfig config, int spins);

}  // namespace fockproxy
