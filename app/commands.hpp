// One function per subcommand. Collective; each returns the exit code and throws UsageError or ComputationError.
#pragma once

#include "options.hpp"
#include "parallel/watchdog.hpp"
#include "support/error.hpp"

namespace fockproxy {

struct CommandContext {
  const Runtime& runtime;
  Watchdog& watchdog;
  std::vector<std::string> arguments;  // argv
};

ExitCode run_scf_command(const CommandContext& context, const Options& options);
ExitCode run_fock_command(const CommandContext& context, const Options& options);

}  // namespace fockproxy
