#include "app/shared/stack_check.hpp"

#include "check/quick_check.hpp"
#include "support/clock.hpp"

namespace fockproxy {

double check_stack(const CommandContext& context, FockConfig config, int spins) {
  context.watchdog.mark("quick check of the stack");
  const double start = now();
  if (const std::string& fault = context.runtime.global_arrays_fault(); !fault.empty())
    throw AgreedComputationError(fault + "; --trust-stack computes in spite of this");
  config.dealing.chunk = 1;  // for contention, even with few tasks
  check::refuse(
      check::quick_check(context.runtime, make_backends(context.runtime, check::quick_layout(spins), config), config));
  return now() - start;
}

}  // namespace fockproxy
