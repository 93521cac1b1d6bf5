// fockproxy profile: the cost of the operations of a Fock build on this stack, as a report and for fockproxy predict.
#include <fmt/format.h>

#include <algorithm>

#include "app/calculation/report.hpp"
#include "app/profile/progress_card_report.hpp"
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
  bool card = false;
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

// The name of an operation, such as "draw, mpi2".
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

FigureList<ProfiledPoint> point_figures() {
  using F = Figure<ProfiledPoint>;
  return {F("in_flight", no_column, "", "number of operations that were issued together", &ProfiledPoint::in_flight,
            {.range = at_least(1)}),
          F("inside_seconds", no_column, "s", "median; the target waits inside MPI", &ProfiledPoint::inside),
          F("inside_quantiles", no_column, "s", "least, quartiles and largest of the same time",
            &ProfiledPoint::inside_quantiles),
          F("computing_seconds", no_column, "s", "median; the target computes", &ProfiledPoint::computing),
          F("entries", no_column, "", "median number of calls of the target that began meanwhile",
            &ProfiledPoint::entries)};
}

FigureList<OriginsPoint> origins_figures() {
  using F = Figure<OriginsPoint>;
  return {F("origins", no_column, "", "number of origins", &OriginsPoint::origins, {.range = at_least(2)}),
          F("served_per_call", no_column, "", "operations that one call of the target completes",
            &OriginsPoint::served_per_call)};
}

FigureList<ProfiledOperation> profile_identity() {
  using Row = ProfiledOperation;
  using F = Figure<Row>;
  return {F("operation", "operation", "", "what is measured; a draw is of a counter at rank 0", kind_of,
            {.cell = name_of, .values = values_of(profiled_kind_names)}),
          F("window", "window", "", "kind of window", [](const Row& row) { return to_string(row.window); },
            {.values = values_of(window_kind_names)}),
          F("bytes", "size", "B", "bytes of an operation", &Row::bytes, {.cell = size_of, .range = at_least(8)}),
          F("strided", no_column, "", "rows of a block, not contiguous bytes", &Row::strided),
          F("counter", no_column, "", "counter of a draw; steal: MPI_Compare_and_swap",
            [](const Row& row) { return row.counter.empty() ? std::nullopt : std::optional(row.counter); }),
          F("exclusive", no_column, "", "the draw excludes all other draws until it is complete",
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
  return {
      F("", "inside", "s", "one operation; the target waits inside MPI", of(&ProfiledPoint::inside)),
      F("", "computing", "s", "one operation; the target computes", of(&ProfiledPoint::computing)),
      F("", "several", "", "operations that are issued before the first is complete",
        of_several(&ProfiledPoint::in_flight), {.format = "{}"}),
      F("", "computing", "s", "these operations together; the target computes", of_several(&ProfiledPoint::computing)),
      F("by_itself", "complete", "", "no call of the target was needed", &Row::by_itself,
        {.cell = [](const Row& row) { return completion_of(row); }}),
      F("entries", no_column, "", "calls of the target until one operation is done; 1 where none is needed",
        &Row::entries, {.range = at_least(1)}),
      F("drain", no_column, "", "operations that one call of the target serves; 0: all", &Row::drain),
      F("period", no_column, "s", "time that the target computed between two of its calls", &Row::period),
      F("service_seconds", no_column, "s", "time of the target for each of its calls", &Row::service),
      F("latency_seconds", no_column, "s", "one-way latency", &Row::latency),
      F("most_per_second", "at most, 1/s", "1/s", "operations that one target inside MPI can serve in a second",
        &Row::most_per_second, {.format = "{:.3g}", .range = above(0)}),
      F("bytes_per_second", "bytes", "B/s", "bytes of these operations", &Row::bytes_per_second, {.range = above(0)}),
      F("points", no_column, "", "results for each number of operations", rows_of<Row>(point_figures(), &Row::points)),
      F("origins", no_column, "",
        "results with several origins, each of which keeps one operation waiting at a target that computes",
        rows_of<Row>(origins_figures(),
                     [](const Row& row) { return row.origins.empty() ? std::nullopt : std::optional(row.origins); }))};
}

Figures<ProfiledOperation> profile_figures() {
  return {.identity = profile_identity(),
          .results = profile_results(),
          .outcome = [](const ProfiledOperation& row) { return Outcome{.unsupported = row.unsupported, .fault = ""}; },
          .name = [](const ProfiledOperation&) { return "UNSUPPORTED"; },
          .statuses = {"measured", "UNSUPPORTED"}};
}

void print_operations(const std::vector<ProfiledOperation>& rows, double period) {
  fmt::print(
      "{}{}  Rank 1 issues, rank 0 is the target. inside: rank 0 waits inside MPI; computing: it computes for {} or "
      "more,\n"
      "  and calls MPI once in between. several: number of operations that are issued before the first is complete.\n"
      "  complete: by itself, or the number of calls of the target; and the number of operations that one call "
      "serves.\n"
      "  at most: operations that one target inside MPI can serve, and their bytes.\n",
      table_of(profile_figures(), rows), reasons_of(profile_figures(), rows), format_seconds(period));
  for (const ProfiledOperation& row : rows)
    for (const OriginsPoint& point : row.origins)
      fmt::print("  {}, window {}, {} at once from {}: {}\n", name_of(row), to_string(row.window), point.origins,
                 plural(point.origins, "rank"),
                 point.served_per_call > 0
                     ? fmt::format("{:.3g} complete for each call of the target", point.served_per_call)
                     : "not found, the ranks were never at work together");
}

Figures<ProfiledLockScope> lock_scope_figures() {
  using Row = ProfiledLockScope;
  using F = Figure<Row>;
  const auto of = [](double LockScopeSample::* part) { return [part](const Row& row) { return row.sample.*part; }; };
  return {
      .identity = {F("window", no_column, "", "kind of window", [](const Row& row) { return to_string(row.window); },
                     {.values = values_of(window_kind_names)})},
      .results =
          {F("scope", no_column, "",
             "the narrowest scope at which a small accumulate waits for large ones; target: in another window, too",
             [](const Row& row) { return lock_scope_names[static_cast<std::size_t>(row.sample.scope())]; },
             {.values = values_of(lock_scope_names)}),
           F("large_seconds", no_column, "s", "one accumulate of 1 MiB of the other origin",
             of(&LockScopeSample::large)),
           F("alone_seconds", no_column, "s",
             "one accumulate of 8 bytes, beside large ones of the other origin into that origin's own memory",
             of(&LockScopeSample::alone)),
           F("element_seconds", no_column, "s", "the same beside large ones at its element",
             of(&LockScopeSample::element)),
           F("window_seconds", no_column, "s", "the same beside large ones at other elements of its window",
             of(&LockScopeSample::window)),
           F("target_seconds", no_column, "s", "the same beside large ones in another window",
             of(&LockScopeSample::target))},
      .outcome = [](const Row& row) { return Outcome{.unsupported = row.unsupported, .fault = ""}; },
      .statuses = {"measured", "UNSUPPORTED"}};
}

void print_lock_scopes(const std::vector<ProfiledLockScope>& scopes) {
  fmt::print("\n");
  for (const ProfiledLockScope& one : scopes) {
    if (!one.unsupported.empty()) {
      fmt::print("  window {}, scope of the lock of accumulates: UNSUPPORTED: {}\n", to_string(one.window),
                 one.unsupported);
      continue;
    }
    const LockScopeSample& s = one.sample;
    fmt::print(
        "  window {}, scope of the lock of accumulates: {}. An accumulate of 8 B takes {} where the other rank\n"
        "  accumulates {} ({} each) in its own memory; {} at the same elements, {} at others of the window, {} in "
        "another\n"
        "  window.\n",
        to_string(one.window), lock_scope_names[static_cast<std::size_t>(s.scope())], format_seconds(s.alone),
        format_bytes(large_bytes), format_seconds(s.large), format_seconds(s.element), format_seconds(s.window),
        format_seconds(s.target));
  }
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
  const std::vector<WindowKind> windows = parse_windows(options.windows);
  const std::vector<ProfiledOperation> rows = profile_stack(context.runtime, work, windows, *strategy, profile);
  context.watchdog.mark("profile: scope of the lock");
  const auto scopes = profile_lock_scopes(context.runtime, work, windows, *strategy, profile);
  context.watchdog.mark("profile: progress card");
  std::vector<CardRow> card;
  if (options.card) card = measure_card(context.runtime, work, windows, *strategy, profile);
  on_root(context.world(), [&] {
    print_operations(rows, profile.period);
    print_lock_scopes(scopes);
    if (options.card) print_card(card, options.progress.name());
    if (!json_file) return;
    Json results{{"operations", rows_json(profile_figures(), rows)},
                 {"lock_scopes", rows_json(lock_scope_figures(), scopes)}};
    if (options.card) results["card"] = rows_json(card_figures(options.progress.name()), card);
    json_file->write(document("profile", provenance, settings_json(context.settings), results));
  });
  return ExitCode::success;
}

class ProfileCommand : public Subcommand {
 public:
  const char* name() const override { return "profile"; }
  const char* summary() const override { return "the cost of operations at a target that computes"; }
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
               .summary = "least time that the target computes between two of its calls",
               .range = above(0)},
              {.name = "samples",
               .place = &options_.profile.samples,
               .summary = "number of operations of each kind and size",
               .range = {.least = 5, .most = 10000}},
              {.name = "seed", .place = &options_.profile.seed, .summary = "seed of the times of issue"},
              {.name = "card",
               .place = &options_.card,
               .summary = "also measure the progress card: operations, combinations, datatypes and synchronisations"}});
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
  Json figures() const override {
    return {{"operations", described(profile_figures())},
            {"lock_scopes", described(lock_scope_figures())},
            {"card", described(card_figures(options_.progress.name()))}};
  }

 private:
  ProfileCommandOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_profile_command() { return std::make_unique<ProfileCommand>(); }

}  // namespace fockproxy
