// fockproxy check: does RMA compute correct numbers and make progress on this stack?
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "app/check/check_report.hpp"
#include "app/shared/document.hpp"
#include "app/shared/option_group.hpp"
#include "check/check_row.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"

namespace fockproxy {

namespace {

using check::CheckRow;

struct CheckOptions {
  std::string only;
  bool list = false;
  bool inject_hang = false;
  std::string reproducer;
  ThreadLevelOption thread_level;
  OutputOptions output{.json = "", .stall_timeout = 30};
};

// One rank never reaches the barrier at which the others wait. Tests and users see here what the report of a hang looks
// like.
CheckRow injected_hang() {
  return {.name = "injected-hang",
          .section = "Injected",
          .summary = "a barrier that the last rank never comes to",
          .cure = "",
          .needs = {},
          .run = [](const check::CheckContext& context) -> check::RowResult {
            const Communicator& world = context.runtime.world();
            if (world.rank() == world.size() - 1) {
              context.watchdog.locate("injected-hang: asleep");
              for (;;) pause();
            }
            context.watchdog.locate("injected-hang: barrier");
            world.barrier();
            return {};
          }};
}

// The rows of --only, in the order of the table; all rows if it is empty. Throws UsageError for unknown names.
std::vector<CheckRow> chosen_rows(const std::string& only) {
  std::vector<CheckRow> all = check::all_rows();
  if (only.empty()) return all;
  std::vector<std::string> names;
  std::istringstream words(only);
  for (std::string name; std::getline(words, name, ',');) {
    require(std::ranges::any_of(all, [&](const CheckRow& row) { return row.name == name; }),
            "--only '" + name + "' is not a row of fockproxy check; --list prints them");
    names.push_back(name);
  }
  std::erase_if(all, [&](const CheckRow& row) { return std::ranges::find(names, row.name) == names.end(); });
  return all;
}

// The text of a row's program. Throws UsageError for an unknown row and for a row without a program.
std::string reproducer_of(const std::string& name) {
  for (const CheckRow& row : check::all_rows())
    if (row.name == name) return check::reproducer_source(row);
  throw UsageError("--reproducer '" + name + "' is not a row of fockproxy check; --list prints them");
}

void print_list(const std::vector<CheckRow>& rows) {
  std::size_t width = 0;
  for (const CheckRow& row : rows) width = std::max(width, row.name.size());
  for (const CheckRow& row : rows) fmt::print("{:<{}}  {}: {}\n", row.name, width, row.section, row.summary);
}

class CheckCommand : public Subcommand {
 public:
  const char* name() const override { return "check"; }
  const char* summary() const override { return "does RMA compute right numbers on this stack?"; }

  void add_options(CLI::App& command) override {
    const Group rows{command, "Rows"};
    rows.add({.name = "only", .place = place(options_.only), .summary = "run these rows only, NAME[,NAME...]"});
    rows.add(unrecorded("list", &options_.list, "print the names of the rows, run none"));
    rows.add(
        unrecorded("inject-hang", &options_.inject_hang, "hang in the second row, to show how a hang is reported"));
    rows.add(unrecorded("reproducer", place(options_.reproducer),
                        "print a C program that shows what the row NAME tests, for the developers of the MPI library"));
    rows.add(options_.thread_level.setting());
    options_.output.add({command, "Output"});
  }

  void resolve() override {
    rows_ = chosen_rows(options_.only);
    if (!options_.reproducer.empty()) source_ = reproducer_of(options_.reproducer);
    require(computes() || options_.output.json.empty(),
            "--list and --reproducer compute nothing, so --json has nothing to write");
    if (options_.inject_hang) {
      require(options_.output.stall_timeout > 0, "--inject-hang needs a --stall-timeout above 0");
      rows_.insert(rows_.begin() + std::min<std::ptrdiff_t>(1, std::ssize(rows_)), injected_hang());
    }
    needs();
  }

  // A whole check runs at the lowest thread level and without OpenSHMEM. A higher level changes or disables transports,
  // and OpenSHMEM ends the job if it cannot start. Rows chosen with --only get what they need.
  RuntimeOptions needs() const override {
    RuntimeOptions needs;
    needs.accept_faulty_global_arrays = true;
    if (!computes()) return needs;
    for (const CheckRow& row : rows_) {
      needs.global_arrays |= row.needs.global_arrays;
      if (options_.only.empty()) continue;
      needs.openshmem |= row.needs.openshmem;
      needs.thread_level = std::max(needs.thread_level, row.needs.thread_level);
    }
    return options_.thread_level.apply(needs, "--only " + options_.only);
  }
  double stall_timeout() const override { return options_.output.stall_timeout; }

  ExitCode run(const CommandContext& context) override {
    if (computes()) return run_check(context, rows_, options_.output, options_.only.empty());
    on_root(context.runtime.world(), [&] {
      if (options_.list) print_list(rows_);
      else fmt::print("{}", source_);
    });
    return ExitCode::success;
  }

 private:
  bool computes() const { return !options_.list && options_.reproducer.empty(); }

  CheckOptions options_;
  std::vector<CheckRow> rows_;
  std::string source_;  // for --reproducer
};

}  // namespace

std::unique_ptr<Subcommand> make_check_command() { return std::make_unique<CheckCommand>(); }

}  // namespace fockproxy
