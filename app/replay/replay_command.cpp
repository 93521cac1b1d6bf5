// fockproxy replay: a recorded Fock build with its communication, without its chemistry.
#include <fmt/format.h>

#include <numeric>
#include <optional>

#include "app/calculation/report.hpp"
#include "app/calculation/report_json.hpp"
#include "app/replay/replay_options.hpp"
#include "app/shared/document.hpp"
#include "app/shared/progress_report.hpp"
#include "app/shared/stack_check.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "record/provenance.hpp"
#include "record/run_metadata.hpp"
#include "record/text_table.hpp"
#include "replay/replay.hpp"

namespace fockproxy {
namespace {

// Only rank 0 has the tasks.
predict::Recording read_on_root(const Communicator& world, const std::string& file) {
  predict::Recording recording{.layout = BlockLayout({0, 1}, 1)};
  on_root(world, [&] { recording = predict::read_recording(file); });
  return recording;
}

double seconds_of(const predict::Recording& recording) {
  return std::accumulate(recording.tasks.begin(), recording.tasks.end(), 0.0,
                         [](double sum, const predict::PredictedTask& task) { return sum + task.seconds; });
}

void print_heading(const CommandContext& context, const ReplayCommandOptions& options,
                   const predict::Recording& recording) {
  const auto tasks = static_cast<double>(recording.tasks.size());
  const double mean = options.replay.stretch * seconds_of(recording) / tasks;
  fmt::print("{}, replay\n\n", program_name());
  print_fact("recording",
             fmt::format("{}, {}, blocks of {}: {} tasks, {} blocks", recording.formula, recording.basis,
                         recording.grain, format_count(std::ssize(recording.tasks)), recording.layout.blocks()));
  print_fact("work",
             fmt::format("{}, {} a task on average{}",
                         options.replay.work == WorkKind::sleep ? "ranks sleep" : "cores compute", format_seconds(mean),
                         options.replay.stretch == 1 ? "" : fmt::format(" (recorded x {:g})", options.replay.stretch)));
  print_stack(context.runtime);
  print_distribution(context.runtime, options.fock);
  fmt::print("\n");
  std::fflush(stdout);
}

struct Builds {
  std::vector<FockBuild> made;
  std::vector<RankRecord> ranks;  // sums over all builds; on rank 0
  Verification verification;
  std::string failure;  // of the first wrong build
};

Builds make_builds(Replay& replay, int repeat) {
  Builds builds;
  for (int n = 0; n < repeat && builds.failure.empty(); ++n) {
    FinishedBuild finished = replay.build();
    builds.verification.merge(finished.verification());
    try {
      builds.made.push_back(std::move(finished).result());
      add_records(builds.ranks, builds.made.back().ranks);
    } catch (const VerificationFailure& failure) {
      builds.failure = failure.what();
    }
  }
  return builds;
}

Json recording_json(const predict::Recording& recording, double stretch) {
  return {{"formula", recording.formula},
          {"basis", recording.basis},
          {"grain", recording.grain},
          {"clock", recording.clock},
          {"tasks", recording.tasks.size()},
          {"blocks", recording.layout.blocks()},
          {"task_seconds", stretch * seconds_of(recording)}};
}

Json config_of(const CommandContext& context, const Replay& replay) {
  Json json = settings_json(context.settings);
  FockConfig taken = replay.config();
  taken.dealing = replay.config().effective_dealing();
  json.update(settings_json(dealing_settings(taken)));
  json["ghosts_per_node"] = taken.dealing.ghosts ? ghosts_per_node() : 0;
  json["progress"] = replay.config().effective_progress().name;
  if (replay.config().replicated()) json["matrix"] = "replicated";
  return json;
}

// What a reader of the trace needs to know about the replay.
Json traced_replay(const BlockLayout& layout, int ranks, Json about) {
  const Ownership owners(layout, ranks);
  std::vector<int> first_functions;
  for (int b = 0; b <= layout.blocks(); ++b) first_functions.push_back(layout.first_row(b));
  about.update({{"command", "replay"},
                {"first_functions", first_functions},
                {"spins", layout.spins()},
                {"row_cuts", owners.row_cuts()},
                {"column_cuts", owners.column_cuts()}});
  return about;
}

ExitCode run_replay(const CommandContext& context, const ReplayCommandOptions& options) {
  const Communicator& world = context.world();
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  const Tracing tracing(context, options.trace);
  const Json provenance = provenance_json(context);
  context.watchdog.mark("reading the recording");
  const predict::Recording recording = read_on_root(world, options.recording);
  if (world.is_root()) print_heading(context, options, recording);
  warn_of_crowded_cores(context.runtime, options.fock);
  const RecordedTasks tasks(world, recording);
  if (!options.trust_stack) check_stack(context, options.fock, tasks.layout().spins());
  FockConfig traced = options.fock;
  traced.record.trace = tracing.ring();
  Replay replay(context, tasks, traced, options.replay);
  const Builds builds = make_builds(replay, options.repeat);
  const Json config = config_of(context, replay);
  on_root(world, [&] {
    Json json = document("replay", provenance, config,
                         {{"recording", recording_json(recording, options.replay.stretch)},
                          {"verification", verification_json(builds.verification)}});
    if (builds.failure.empty()) {
      print_builds(builds.made);
      print_time_tables(builds.ranks, "the tasks' own time");
      json["fock"] = builds_json(builds.made, builds.ranks);
    }
    print_verification(builds.verification);
    publish_metadata("", json);
    if (json_file) json_file->write(json);
    if (!builds.failure.empty()) throw ComputationError(builds.failure);
  });
  tracing.write(traced_replay(tasks.layout(), world.size(), {{"provenance", provenance}, {"config", config}}));
  return ExitCode::success;
}

class ReplayCommand : public SubcommandWith<ReplayCommandOptions> {
 public:
  const char* name() const override { return "replay"; }
  const char* summary() const override { return "a recorded Fock build with its communication, without chemistry"; }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_replay(context, options_); }
};

}  // namespace

std::unique_ptr<Subcommand> make_replay_command() { return std::make_unique<ReplayCommand>(); }

}  // namespace fockproxy
