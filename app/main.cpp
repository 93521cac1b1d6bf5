// fockproxy: reads the command line, starts MPI at the level the options need, and dispatches to a subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "commands.hpp"
#include "integrals/libint_session.hpp"
#include "parallel/launcher.hpp"
#include "record/provenance.hpp"

namespace {

using namespace fockproxy;

// Exactly one line in the whole job.
void print_error(const std::string& message) {
  std::fflush(stdout);
  fmt::print(stderr, "fockproxy: error: {}\n", message);
}

// What the command line asks for; `command` is empty when that was help or the version, already printed.
struct Request {
  Options options;
  ExitCode (*command)(const CommandContext&, const Options&) = nullptr;
};

Request parse(int argc, char** argv) {
  Request request;
  CLI::App app("Fock-builder proxy application driven by dynamic load balancing");
  app.set_version_flag("--version", "fockproxy " + program_version());
  app.require_subcommand(1);
  CLI::App* scf = app.add_subcommand("scf", "Hartree-Fock SCF on the distributed Fock builder");
  add_common_options(*scf, request.options);
  add_scf_options(*scf, request.options);
  CLI::App* fock = app.add_subcommand("fock", "the Fock build alone, repeated");
  add_common_options(*fock, request.options);
  add_scf_options(*fock, request.options);
  add_fock_options(*fock, request.options);
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
    return request;
  }
  resolve(request.options);
  request.command = scf->parsed() ? run_scf_command : run_fock_command;
  return request;
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
  Request request;
  std::string wrong_usage;
  try {
    request = parse(argc, argv);
    if (request.command == nullptr) return static_cast<int>(ExitCode::success);
  } catch (const UsageError& error) {
    wrong_usage = error.what();
  }
  const std::vector<std::string> arguments(argv, argv + argc);

  const ExitCode code = guarded(launcher_rank_is_zero, [&] {
    // Also for a wrong command line: MPI makes sure that rank 0 has printed before any process leaves.
    const Runtime runtime(argc, argv, wrong_usage.empty() ? runtime_needs(request.options) : RuntimeOptions{});
    Watchdog watchdog(runtime.world().rank(), request.options.stall_timeout);
    return guarded([&] { return runtime.world().is_root(); }, [&] {
      if (!wrong_usage.empty()) throw UsageError(wrong_usage);
      const LibintSession libint;
      return request.command({runtime, watchdog, arguments}, request.options);
    });
  });
  if (std::fflush(stdout) != 0 && code == ExitCode::success) {
    print_error("standard output could not be written");
    return static_cast<int>(ExitCode::failed_computation);
  }
  return static_cast<int>(code);
}
