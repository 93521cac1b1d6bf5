// fockproxy profile: what the operations of a Fock build cost on this stack, for people and for fockproxy predict.
#include <fmt/format.h>

#include <algorithm>

#include "app/calculation/report.hpp"
#include "app/shared/dealers.hpp"
#include "app/shared/document.hpp"
#include "app/shared/figure.hpp"
#include "app/shared/fock_settings.hpp"
#include "experiment/stack_profile.hpp"
#include "parallel/agreement.hpp"
#include "record/provenance.hpp"

namespace fockproxy {
namespace {

struct ProfileCommandOptions {
  std::vector<std::string> windows{"allocate", "create"};
  Choice<ProgressEntry> progress = "none";
  ProgressOptions progress_options;
  ProfileOptions profile;
  ThreadLevelOption thread_level;
  OutputOptions output;

  RuntimeOptions needs() const {
    RuntimeOptions needs;
    needs.thread_level = progress->thread_level;
    progress->add_needs(needs);
    return thread_level.apply(needs, "--progress " + progress.name());
  }
};

std::string_view kind_of(const ProfiledOperation& row) {
  return profiled_kind_names[static_cast<std::size_t>(row.kind)];
}

// "draw, mpi2"
std::string name_of(const ProfiledOperation& row) {
  return fmt::format("{}{}{}", kind_of(row), row.counter.empty() ? "" : ", ", row.counter);
}

std::vector<SettingValue> counter_values() {
  std::vector<SettingValue> values;
  for (const std::string_view name : profiled_counters()) {
    const Dealer& dealer = look_up(Type<Dealer>{}, name);
    values.push_back(
        {std::string(name), std::string(dealer.counter ? dealer.counter->summary : "MPI_Compare_and_swap")});
  }
  return values;
}

std::string size_of(const ProfiledOperation& row) {
  return fmt::format("{}{}", format_bytes(row.bytes), row.strided ? ", strided" : "");
}

// "by itself", or the calls that it needs and what each serves.
std::string verdict(const ProfiledOperation& row) {
  if (row.by_itself()) return "by itself";
  const int drain = row.drain();
  return fmt::format("after {}; {} a call", plural(row.entries(), "call"), drain == 0 ? "all" : std::to_string(drain));
}

FigureList<ProfiledPoint> point_figures() {
  using F = Figure<ProfiledPoint>;
  return {
      F("in_flight", no_column, "", "operations that were issued together", &ProfiledPoint::in_flight,
        {.range = at_least(1)}),
      F("inside_seconds", no_column, "s", "median; the target waits inside MPI", &ProfiledPoint::inside),
      F("computing_seconds", no_column, "s", "median; the target computes", &ProfiledPoint::computing),
      F("entries", no_column, "", "median of the calls of the target that began meanwhile", &ProfiledPoint::entries)};
}

FigureList<ProfiledOperation> profile_identity() {
  using Row = ProfiledOperation;
  using F = Figure<Row>;
  return {F("operation", "operation", "", "draw: of a counter at rank 0", kind_of,
            {.cell = name_of, .values = values_of(profiled_kind_names)}),
          F("window", "window", "", "kind of window", [](const Row& row) { return to_string(row.window); },
            {.values = values_of(window_kind_names)}),
          F("bytes", "size", "B", "bytes of an operation", &Row::bytes, {.cell = size_of, .range = at_least(8)}),
          F("strided", no_column, "", "rows of a block, not contiguous bytes", &Row::strided),
          F("counter", no_column, "", "of a draw; steal: MPI_Compare_and_swap",
            [](const Row& row) { return row.counter.empty() ? std::nullopt : std::optional(row.counter); }),
          F("exclusive", no_column, "", "the draw keeps all others out until it is complete",
            [](const Row& row) { return row.counter.empty() ? std::nullopt : std::optional(row.exclusive); })};
}

FigureList<ProfiledOperation> profile_results() {
  using Row = ProfiledOperation;
  using F = Figure<Row>;
  const auto of = [](auto ProfiledPoint::* part) {
    return [part](const Row& row) { return row.points.front().*part; };
  };
  const auto of_several = [](auto ProfiledPoint::* part) {
    return [part](const Row& row) { return row.points.back().*part; };
  };
  return {F("", "inside", "s", "one operation; the target waits inside MPI", of(&ProfiledPoint::inside)),
          F("", "computing", "s", "one operation; the target computes", of(&ProfiledPoint::computing)),
          F("", "several", "", "operations that are issued before the first is complete",
            of_several(&ProfiledPoint::in_flight), {.format = "{}"}),
          F("", "computing", "s", "these; the target computes", of_several(&ProfiledPoint::computing)),
          F("by_itself", "complete", "", "no call of the target was needed", &Row::by_itself, {.cell = verdict}),
          F("entries", no_column, "", "calls of the target until one operation is done; 1 where none is needed",
            &Row::entries, {.range = at_least(1)}),
          F("drain", no_column, "", "operations that one call of the target serves; 0: all", &Row::drain),
          F("period", no_column, "s", "time that the target computed at a time", &Row::period),
          F("service_seconds", no_column, "s", "time of the target for each of its calls", &Row::service),
          F("latency_seconds", no_column, "s", "one way", &Row::latency),
          F("points", no_column, "", "by the number of operations", rows_of<Row>(point_figures(), &Row::points))};
}

Figures<ProfiledOperation> profile_figures() {
  return {.identity = profile_identity(),
          .results = profile_results(),
          .outcome = [](const ProfiledOperation& row) { return Outcome{row.unsupported, ""}; },
          .name = [](const ProfiledOperation&) { return "UNSUPPORTED"; },
          .statuses = {"measured", "UNSUPPORTED"}};
}

void print_card(const std::vector<ProfiledOperation>& rows, double period) {
  fmt::print(
      "{}{}  Rank 1 issues, rank 0 is the target. inside: rank 0 waits inside MPI; computing: it computes for {} or "
      "more,\n"
      "  and calls MPI once in between. several: so many operations are issued before the first is complete.\n"
      "  complete: by itself, or after so many calls of the target; and how many operations one of its calls serves.\n",
      table_of(profile_figures(), rows), reasons_of(profile_figures(), rows), format_seconds(period));
}

ExitCode run_profile(const CommandContext& context, const ProfileCommandOptions& options) {
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  const Json provenance = provenance_json(context);
  if (context.world().is_root()) {
    fmt::print("{}, profile\n\n", program_name());
    print_stack(context.runtime);
    print_fact("progress", options.progress.name());
    fmt::print("\n");
    std::fflush(stdout);
  }
  context.watchdog.mark("profile: calibration");
  const SyntheticWork work(context.world(), WorkKind::busy);
  context.watchdog.mark("profile");
  const auto strategy = options.progress->make({context.runtime, options.progress_options});
  ProfileOptions profile = options.profile;
  profile.heartbeat = [&context] { context.watchdog.beat(); };
  const std::vector<ProfiledOperation> rows =
      profile_stack(context.runtime, work, parse_windows(options.windows), *strategy, profile);
  on_root(context.world(), [&] {
    print_card(rows, profile.period);
    if (json_file)
      json_file->write(document("profile", provenance, settings_json(context.settings),
                                {{"operations", rows_json(profile_figures(), rows)}}));
  });
  return ExitCode::success;
}

class ProfileCommand : public Subcommand {
 public:
  const char* name() const override { return "profile"; }
  const char* summary() const override { return "what operations cost beside a target that computes"; }
  void add_options(CLI::App& command) override {
    const Group what{command, "What is measured"};
    what.add(windows_setting(options_.windows));
    what.add(Setting{.name = "counter",
                     .place = place(options_.profile.counters),
                     .summary = "counters whose draws are measured",
                     .values = counter_values(),
                     .see = "counters-and-progress.md#counters"});
    what.add(Setting{.name = "progress",
                     .place = place(options_.progress),
                     .summary = "strategy that makes communication progress on the target",
                     .values = values_of(progress_table()),
                     .see = "counters-and-progress.md#progress"});
    what.add(progress_option_settings(options_.progress_options));
    what.add({{.name = "period",
               .place = duration_place(options_.profile.period),
               .summary = "time that the target computes between two of its calls, at least",
               .range = above(0)},
              {.name = "samples",
               .place = &options_.profile.samples,
               .summary = "operations of each kind and size",
               .range = {.least = 5, .most = 10000}},
              {.name = "seed", .place = &options_.profile.seed, .summary = "seed of the times of issue"}});
    const Group program{command, "Program"};
    program.add(options_.thread_level.setting());
    options_.output.add(program);
  }
  void resolve() override {
    require_helper(options_.progress_options, options_.progress->helper);
    require(std::ranges::find(options_.windows, "ghost") == options_.windows.end() && !options_.progress->ghosts &&
                options_.progress->idle_ranks == 0,
            "UNSUPPORTED: a profile needs a target that computes, and ghosts and idle ranks do not");
  }
  RuntimeOptions needs() const override { return options_.needs(); }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_profile(context, options_); }
  Json figures() const override { return {{"operations", described(profile_figures())}}; }

 private:
  ProfileCommandOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_profile_command() { return std::make_unique<ProfileCommand>(); }

}  // namespace fockproxy
