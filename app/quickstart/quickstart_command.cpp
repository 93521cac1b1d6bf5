// fockproxy quickstart: an assessment of this stack in under a minute.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "app/calculation/report.hpp"
#include "app/quickstart/stages.hpp"
#include "app/shared/option_group.hpp"
#include "app/shared/time_left.hpp"
#include "parallel/agreement.hpp"
#include "parallel/launcher.hpp"
#include "record/provenance.hpp"
#include "record/text_table.hpp"
#include "system/relaunch.hpp"

namespace fockproxy {
namespace {

constexpr const char* input = "small";

// One line: the action, and at its end the time that it took.
class Stage {
 public:
  Stage(const CommandContext& context, const std::string& what)
      : watchdog_(context.watchdog), speaks_(context.runtime.world().is_root()), line_(fmt::format("  {:<58}", what)) {
    left_.emplace(speaks_, "  " + what + " {} done", TimeLeft::Where::terminals);
    if (!speaks_) return;
    fmt::print("{}", line_);
    std::fflush(stdout);
  }
  ~Stage() {
    const bool written_over = left_->told();
    left_.reset();
    if (speaks_) fmt::print("{}{:>8}\n", written_over ? line_ : "", format_seconds(now() - start_));
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Done done() {
    return [this](double share) {
      watchdog_.beat();
      left_->tell(share);
    };
  }

 private:
  Watchdog& watchdog_;
  bool speaks_;
  std::string line_;
  std::optional<TimeLeft> left_;
  double start_ = now();
};

void print_head(const Runtime& runtime) {
  fmt::print("{}, quickstart\n\n", program_name());
  print_stack(runtime);
  if (runtime.has_global_arrays()) fmt::print("  {:<11} {}\n", "", runtime.global_arrays_version());
  fmt::print("\n");
}

// Lines of at most 100 columns, all but the first indented.
std::string folded(const std::string& text) {
  constexpr std::size_t width = 100;
  std::string result, line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + "\n     ";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return result + line;
}

void print_sentences(const Findings& findings) {
  fmt::print("\n");
  int number = 0;
  for (const std::string& sentence : sentences(findings)) fmt::print("  {}. {}\n", ++number, folded(sentence));
  // Only the name: on Debian `mpiexec` may belong to another MPI.
  const std::optional<Launch> launch = find_launch();
  fmt::print(
      "\nNext, with {} -n 2:\n"
      "  fockproxy check                   every row\n"
      "  fockproxy counter --verdict       every operation\n"
      "  fockproxy compare water5          what communication costs\n"
      "  fockproxy fock --input medium     a benchmark\n"
      "fockproxy --help lists the rest.\n",
      launch ? launch->command.front() : "mpiexec");
}

// Prevents a loop: with some mpiexec the ranks do not look launched, and they must not call it again.
constexpr const char* done_before = "FOCKPROXY_RANKS_STARTED";

// Starts the two ranks that quickstart needs if a user calls it without a launcher. Local; call it before MPI starts.
// If no launcher started this process and the mpiexec of this build's MPI is there, it replaces this process by
// `mpiexec -n 2` with the same command and does not return. Otherwise it returns.
void start_ranks_unless_launched() {
  if (!read_launcher(process_environment()).variable.empty() || std::getenv(done_before) != nullptr) return;
  // Set in the package, where this program is one of several.
  const char* const found = std::getenv("FOCKPROXY_FOUND_MPIEXEC");
  const char* const front = std::getenv("FOCKPROXY_FRONT");
  const char* const mpiexec = found ? found : FOCKPROXY_MPIEXEC;
  std::error_code unknown;
  const std::string program = front ? front : std::filesystem::read_symlink("/proc/self/exe", unknown).string();
  if (unknown || access(mpiexec, X_OK) != 0) return;
  setenv(done_before, "1", 1);
  // Open MPI refuses to run as root, but the user has already started this program as root.
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    setenv("PRTE_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  fmt::print("$ {} -n 2 fockproxy quickstart\n\n", mpiexec);
  std::fflush(stdout);
  execl(mpiexec, mpiexec, "-n", "2", program.c_str(), "quickstart", nullptr);
}

class QuickstartCommand : public Subcommand {
 public:
  const char* name() const override { return "quickstart"; }
  const char* summary() const override { return "start here: first findings about this stack, in under a minute"; }

  void add_options(CLI::App& command) override { Group{command, "Output"}.add(output_.stall_setting()); }
  void resolve() override {
    start_ranks_unless_launched();
    plans_ = plan_trials(input);
  }
  RuntimeOptions needs() const override {
    RuntimeOptions needs;
    for (const PlannedTrial& plan : plans_) needs.global_arrays |= plan.options.needs().global_arrays;
    needs.accept_faulty_global_arrays = true;
    return needs;
  }
  double stall_timeout() const override { return output_.stall_timeout; }

  ExitCode run(const CommandContext& context) override {
    const Communicator& world = context.runtime.world();
    Findings findings;
    findings.input = input;
    if (world.is_root()) print_head(context.runtime);
    {
      Stage stage(context, "do one-sided operations compute right?");
      findings.numbers = check_numbers(context, stage.done());
    }
    {
      Stage stage(context, "do they complete while their target computes?");
      findings.waits = measure_waits(context);
    }
    {
      Stage stage(context, "what do they cost a Fock build?");
      findings.trials = try_builds(context, plans_, stage.done());
    }
    on_root(world, [&] { print_sentences(findings); });
    return findings.numbers.failed.empty() ? ExitCode::success : ExitCode::failed_computation;
  }

 private:
  OutputOptions output_{.json = "", .stall_timeout = 60};
  std::vector<PlannedTrial> plans_;
};

}  // namespace

std::unique_ptr<Subcommand> make_quickstart_command() { return std::make_unique<QuickstartCommand>(); }

}  // namespace fockproxy
