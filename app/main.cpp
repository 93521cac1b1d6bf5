// fockproxy: reads the command line, starts MPI at the level the subcommand needs, and runs it.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <span>

#include "app/manual/manual_options.hpp"
#include "app/shared/option_group.hpp"
#include "app/shared/subcommand.hpp"
#include "app/shared/version_text.hpp"
#include "app/shared/window_advice.hpp"
#include "integrals/libint_session.hpp"
#include "parallel/agreement.hpp"
#include "parallel/failure.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/launcher.hpp"
#include "parallel/returned_errors.hpp"
#include "record/provenance.hpp"
#include "record/text_table.hpp"
#include "record/verdict_colours.hpp"
#include "system/injected_failure.hpp"
#include "system/launching_process.hpp"

namespace {

using namespace fockproxy;

constexpr double default_stall_timeout = 600;  // seconds, if the command line is wrong

constexpr const char* first_steps =
    "fockproxy measures what an MPI library's one-sided communication costs a Fock builder.\n\n"
    "  fockproxy quickstart                        first findings about this stack, in under a minute\n"
    "  mpiexec -n 2 fockproxy fock --input small   a verified Fock build, and where its time went\n"
    "  fockproxy --help                            everything else\n";

// The subcommand of the command line, with its options resolved. Null if the command line is empty or asks for help or
// the version; these are answered here. Throws UsageError.
Subcommand* parse(int argc, char** argv, std::span<const std::unique_ptr<Subcommand>> subcommands) {
  if (argc <= 1) {
    if (launcher_rank_is_zero()) fmt::print("{}", first_steps);
    return nullptr;
  }
  CLI::App app("Fock-builder proxy application driven by dynamic load balancing");
  app.set_version_flag("--version", version_text, "this program, and what it is made of");
  app.require_subcommand(1);
  add_manual_options(app, subcommands);
  for (const auto& subcommand : subcommands)
    subcommand->add_options(*app.add_subcommand(
        make_command(subcommand->name(), subcommand->summary(), subcommand->paths, subcommand->settings)));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
      std::string message = error.what();
      std::ranges::replace(message, '\n', ' ');
      if (const auto words = app.remaining(); app.get_subcommands().empty() && !words.empty())
        message = "there is no subcommand '" + words.front() + "'";
      throw UsageError(message + "; fockproxy --help lists the options and subcommands");
    }
    if (launcher_rank_is_zero()) app.exit(error);
    return nullptr;
  }
  const auto chosen =
      std::ranges::find_if(subcommands, [&](const auto& subcommand) { return app.got_subcommand(subcommand->name()); });
  (*chosen)->resolve();
  return chosen->get();
}

// What the command line asks for, as far as this can be known before MPI starts.
struct Request {
  Subcommand* command = nullptr;
  RuntimeOptions needs;
  std::string wrong_usage;
};

Request read_request(int argc, char** argv, std::span<const std::unique_ptr<Subcommand>> subcommands) {
  Request request;
  try {
    arm_injected_failure([] { throw_mpi_error(MPI_ERR_OTHER, "MPI_Get"); });
    request.command = parse(argc, argv, subcommands);
    if (request.command) request.needs = request.command->needs();
  } catch (const UsageError& error) {
    request.wrong_usage = error.what();
  }
  return request;
}

// The exit code of this process when all ranks agree on `code`. Some launchers end the other processes as soon as one
// has left with an error. So only the process that reports the error returns its code, after the report.
ExitCode exit_code(bool speaks, ExitCode code) { return speaks ? code : ExitCode::success; }

// Runs `action`. If it throws an error on which all ranks agree, this process reports it if `speaks`. Any other error
// leaves main() uncaught and ends the job: see parallel/failure.hpp.
template <class Speaks, class Action>
ExitCode reported(Speaks speaks, Action action) {
  try {
    return action();
  } catch (const AgreedError& error) {
    const bool here = speaks();
    const char* const more = std::ferror(stdout) != 0 ? "; standard output could not be written" : "";
    if (here) print_error(std::string(error.message()) + more);
    return exit_code(here, error.exit_code());
  }
}

ExitCode run(int argc, char** argv, const Request& request) {
  const std::vector<std::string> arguments(argv, argv + argc);
  const LauncherView launcher = read_launcher(process_environment());
  // The watchdog starts before MPI and ends after it, because MPI may also hang when it starts or ends.
  Watchdog watchdog(launcher.rank, request.command ? request.command->stall_timeout() : default_stall_timeout);
  return reported(launcher_rank_is_zero, [&] {
    const int thread_level = request.needs.thread_level;
    set_words_for_global_arrays([thread_level](const Communicator& world, const WindowRefused& refusal) {
      return advice_on(world, refusal, thread_level, true);
    });
    // MPI starts for a wrong command line too: it ensures that rank 0 has printed before any process leaves.
    const Runtime runtime(argc, argv, request.needs);
    const auto is_root = [&runtime] { return runtime.world().is_root(); };
    return reported(is_root, [&] {
      if (!request.wrong_usage.empty()) throw AgreedUsageError(request.wrong_usage);
      on_root(runtime.world(), [&] { request.command->paths.refuse_shared_files(); });
      const LibintSession libint;
      try {
        return exit_code(is_root(), request.command->run({{runtime, watchdog}, arguments, request.command->settings}));
      } catch (const WindowRefused& refusal) {
        watchdog.pause();  // the trials have a timeout of their own
        throw AgreedUsageError(advice_on(runtime.world(), refusal, thread_level));
      }
    });
  });
}

// Sets table width and colours for a terminal, or none of them for a file.
void fit_the_terminal() {
  const int columns = terminal_columns(STDOUT_FILENO);
  fold_tables_at(columns);
  colour_verdicts(columns > 0 && environment_allows_colours());
}

// Without this, the next file or socket that is opened would get the number of a closed stream, and then the output.
void open_closed_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) open(stream == STDIN_FILENO ? "/dev/null" : "/dev/full", O_RDWR);
}

// Whether all output so far has been written.
bool standard_output_is_written() {
  return std::cout.flush().good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  open_closed_standard_streams();
  watch_for_failures();
  if (launcher_rank_is_zero()) fit_the_terminal();
  const auto subcommands = make_subcommands();
  const Request request = read_request(argc, argv, subcommands);
  const bool was_help = request.command == nullptr && request.wrong_usage.empty();
  ExitCode code = ExitCode::success;
  try {
    if (!was_help) code = run(argc, argv, request);
  } catch (const ServedToTheEnd&) {  // the ranks that this process served report the results
  }
  if (!standard_output_is_written() && code == ExitCode::success) {
    print_error("standard output could not be written");
    code = ExitCode::failed_computation;
  }
  expect_the_end();
  if (code != ExitCode::success && !read_launcher(process_environment()).variable.empty()) usleep(pause_for_launcher);
  return static_cast<int>(code);
}
