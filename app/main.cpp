// fockproxy: reads the command line, starts MPI at the level the subcommand needs, and runs it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>

#include "integrals/libint_session.hpp"
#include "parallel/launcher.hpp"
#include "record/provenance.hpp"
#include "subcommand.hpp"

namespace {

using namespace fockproxy;

constexpr double default_stall_timeout = 600;  // seconds, for a wrong command line

// Exactly one line in the whole job.
void print_error(const std::string& message) {
  std::fflush(stdout);
  fmt::print(stderr, "fockproxy: error: {}\n", message);
}

// The subcommand that the command line chose, with its options resolved; null when that asked for help or the version,
// now printed. Throws UsageError.
Subcommand* parse(int argc, char** argv, std::span<const std::unique_ptr<Subcommand>> subcommands) {
  CLI::App app("Fock-builder proxy application driven by dynamic load balancing");
  app.set_version_flag("--version", "fockproxy " + program_version());
  app.require_subcommand(1);
  for (const auto& subcommand : subcommands)
    subcommand->add_options(*app.add_subcommand(subcommand->name(), subcommand->summary()));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
      std::string message = error.what();
      std::ranges::replace(message, '\n', ' ');
      if (const auto words = app.remaining(); app.get_subcommands().empty() && !words.empty())
        message = "there is no subcommand '" + words.front() + "'";
      throw UsageError(message + "; fockproxy --help lists what there is");
    }
    if (launcher_rank_is_zero()) app.exit(error);
    return nullptr;
  }
  const auto chosen =
      std::ranges::find_if(subcommands, [&](const auto& subcommand) { return app.got_subcommand(subcommand->name()); });
  (*chosen)->resolve();
  return chosen->get();
}

// Runs `action` and reports what it throws. `speaks`: whether this process may print.
template <class Speaks, class Action>
ExitCode guarded(Speaks speaks, Action action) {
  std::string message;
  ExitCode code = ExitCode::failed_computation;
  try {
    return action();
  } catch (const UsageError& error) {
    message = error.what();
    code = ExitCode::bad_usage;
  } catch (const std::bad_alloc&) {
    message = "out of memory; --dry-run tells how much is needed";
  } catch (const std::exception& error) {
    message = error.what();
  }
  if (speaks()) print_error(message);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const auto subcommands = make_subcommands();
  Subcommand* command = nullptr;
  std::string wrong_usage;
  try {
    command = parse(argc, argv, subcommands);
    if (command == nullptr) return static_cast<int>(ExitCode::success);
  } catch (const UsageError& error) {
    wrong_usage = error.what();
  }
  const std::vector<std::string> arguments(argv, argv + argc);

  const ExitCode code = guarded(launcher_rank_is_zero, [&] {
    // Also for a wrong command line: MPI makes sure that rank 0 has printed before any process leaves.
    const Runtime runtime(argc, argv, command ? command->needs() : RuntimeOptions{});
    Watchdog watchdog(runtime.world().rank(), command ? command->stall_timeout() : default_stall_timeout);
    return guarded([&] { return runtime.world().is_root(); }, [&] {
      if (command == nullptr) throw UsageError(wrong_usage);
      const LibintSession libint;
      return command->run({runtime, watchdog, arguments});
    });
  });
  if (std::fflush(stdout) != 0 && code == ExitCode::success) {
    print_error("standard output could not be written");
    return static_cast<int>(ExitCode::failed_computation);
  }
  return static_cast<int>(code);
}
