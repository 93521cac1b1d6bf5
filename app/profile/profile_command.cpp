// fockproxy profile: what the operations of a Fock build cost on this stack, for people and for fockproxy predict.
#include <fmt/format.h>

#include <algorithm>

#include "app/calculation/report.hpp"
#include "app/profile/progress_card_report.hpp"
#include "app/shared/dealers.hpp"
#include "app/shared/document.hpp"
#include "app/shared/fock_settings.hpp"
#include "experiment/stack_profile.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "record/provenance.hpp"
#include "record/text_table.hpp"

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

// "draw, mpi2"
std::string name_of(const ProfiledOperation& row) {
  const std::string_view kind = profiled_kind_names[static_cast<std::size_t>(row.kind)];
  return fmt::format("{}{}{}", kind, row.counter.empty() ? "" : ", ", row.counter);
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

void print_operations(const std::vector<ProfiledOperation>& rows, double period) {
  TextTable table({"operation", "window", "size", "inside", "computing", "several", "computing", "complete"}, 3);
  std::vector<std::string> reasons;
  for (const ProfiledOperation& row : rows) {
    std::vector<std::string> line{name_of(row), std::string(to_string(row.window)), size_of(row)};
    if (!row.unsupported.empty()) {
      line.emplace_back("UNSUPPORTED");
      if (std::ranges::find(reasons, row.unsupported) == reasons.end()) reasons.push_back(row.unsupported);
    } else {
      const ProfiledPoint &one = row.points.front(), &most = row.points.back();
      line.push_back(format_seconds(one.inside));
      line.push_back(format_seconds(one.computing));
      line.push_back(std::to_string(most.in_flight));
      line.push_back(format_seconds(most.computing));
      line.push_back(completion_of(row));
    }
    table.add(line);
  }
  fmt::print("{}", table.str());
  for (const std::string& reason : reasons) fmt::print("  UNSUPPORTED: {}\n", reason);
  fmt::print(
      "  Rank 1 issues, rank 0 is the target. inside: rank 0 waits inside MPI; computing: it computes for {} or more,\n"
      "  and calls MPI once in between. several: so many operations are issued before the first is complete.\n"
      "  complete: by itself, or after so many calls of the target; and how many operations one of its calls serves.\n",
      format_seconds(period));
  for (const ProfiledOperation& row : rows)
    for (const OriginsPoint& point : row.origins)
      fmt::print("  {}, window {}, {} at once from {}: {}\n", name_of(row), to_string(row.window), point.origins,
                 plural(point.origins, "rank"),
                 point.served_per_call > 0
                     ? fmt::format("{:.3g} complete for each call of the target", point.served_per_call)
                     : "not found, the ranks were never at work together");
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

Json lock_scopes_json(const std::vector<ProfiledLockScope>& scopes) {
  Json json = Json::array();
  for (const ProfiledLockScope& one : scopes) {
    Json entry{{"window", to_string(one.window)}, {"status", one.unsupported.empty() ? "measured" : "UNSUPPORTED"}};
    if (!one.unsupported.empty()) {
      entry["reason"] = one.unsupported;
    } else {
      const LockScopeSample& s = one.sample;
      entry.update({{"scope", lock_scope_names[static_cast<std::size_t>(s.scope())]},
                    {"large_seconds", s.large},
                    {"alone_seconds", s.alone},
                    {"element_seconds", s.element},
                    {"window_seconds", s.window},
                    {"target_seconds", s.target}});
    }
    json.push_back(entry);
  }
  return json;
}

Json operation_json(const ProfiledOperation& row) {
  Json json{{"operation", profiled_kind_names[static_cast<std::size_t>(row.kind)]},
            {"window", to_string(row.window)},
            {"bytes", row.bytes},
            {"strided", row.strided},
            {"status", row.unsupported.empty() ? "measured" : "UNSUPPORTED"}};
  if (!row.counter.empty()) json.update({{"counter", row.counter}, {"exclusive", row.exclusive}});
  if (!row.unsupported.empty()) {
    json["reason"] = row.unsupported;
    return json;
  }
  Json points = Json::array();
  for (const ProfiledPoint& point : row.points)
    points.push_back({{"in_flight", point.in_flight},
                      {"inside_seconds", point.inside},
                      {"inside_quantiles", point.inside_quantiles},
                      {"computing_seconds", point.computing},
                      {"entries", point.entries}});
  Json origins = Json::array();
  for (const OriginsPoint& point : row.origins)
    origins.push_back({{"origins", point.origins}, {"served_per_call", point.served_per_call}});
  if (!origins.empty()) json["origins"] = origins;
  json.update({{"period", row.period},
               {"points", points},
               {"by_itself", row.by_itself()},
               {"entries", row.entries()},
               {"drain", row.drain()},
               {"service_seconds", row.service()},
               {"latency_seconds", row.latency()}});
  return json;
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
    Json operations = Json::array();
    for (const ProfiledOperation& row : rows) operations.push_back(operation_json(row));
    Json results{{"operations", operations}, {"lock_scopes", lock_scopes_json(scopes)}};
    if (options.card) results["card"] = card_json(card, options.progress.name());
    json_file->write(document("profile", provenance, settings_json(context.settings), results));
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
              {.name = "seed", .place = &options_.profile.seed, .summary = "seed of the times of issue"},
              {.name = "card",
               .place = &options_.card,
               .summary = "the progress card, too: operations, combinations, datatypes and synchronisations"}});
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

 private:
  ProfileCommandOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_profile_command() { return std::make_unique<ProfileCommand>(); }

}  // namespace fockproxy
