// The quick check of the stack, before anything is computed with it.
#pragma once

#include "app/shared/subcommand.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

// Collective; seconds that it took. Throws ComputationError where what this configuration uses computes wrongly.
double check_stack(const CommandContext& context, FockConfig config, int spins);

}  // namespace fockproxy
