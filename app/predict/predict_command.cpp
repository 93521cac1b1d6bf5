// fockproxy predict: a recorded Fock build on other numbers of ranks, by a model of passive-target communication.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/predict/predict_options.hpp"
#include "app/shared/document.hpp"
#include "app/shared/subcommand.hpp"
#include "parallel/agreement.hpp"
#include "predict/machine.hpp"
#include "predict/recording.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

using predict::FockOperation;
using predict::Progress;

struct PredictRow {
  int ranks = 0, the_case = 1;
  Progress progress = Progress::always;
  std::string unsupported;
  double seconds = 0, computing = 0;                      // of the machine; of all ranks together
  double counter = 0, blocks = 0, polling = 0, idle = 0;  // of all ranks together
  int longest_queue = 0;
  std::int64_t events = 0;

  double share(double part) const { return part / (seconds * ranks); }
  double efficiency() const { return share(computing); }
};

std::string_view name_of(Progress progress) { return progress_model_names[static_cast<std::size_t>(progress)]; }

// The model must do the tasks once each, with three gets and three accumulates, or six of each where nothing is held.
void require_whole(const PredictRow& row, const std::vector<predict::RankTimes>& times, double seconds,
                   std::int64_t tasks, bool holds) {
  std::int64_t gets = 0, accumulates = 0;
  for (const predict::RankTimes& rank : times) {
    gets += rank.operations[predict::get];
    accumulates += rank.operations[predict::accumulate];
  }
  const std::int64_t expected = (holds ? 3 : 6) * tasks;
  if (gets != expected || accumulates != expected || std::abs(row.computing - seconds) > 1e-9 * (seconds + 1))
    throw ComputationError("the model did not do every task once");
}

PredictRow predict_row(const PredictOptions& options, const predict::StackProfile* measured,
                       const predict::Recording& recording, double seconds, PredictRow row) {
  if (row.the_case == 2 && row.ranks < 2) {
    row.unsupported = "no rank is left to do tasks";
    return row;
  }
  const int idle = row.the_case == 2 ? 1 : 0;
  predict::FockWorkload workload(row.ranks,
                                 {.tasks = recording.tasks,
                                  .layout = &recording.layout,
                                  .schedule = options.schedule->make(options.chunk, row.ranks - idle),
                                  .idle_ranks = idle,
                                  .holds = options.holds},
                                 options.costs(measured));
  predict::Machine machine(row.ranks, options.stack(row.progress, measured), workload);
  row.seconds = machine.run();
  row.events = machine.events();
  for (const predict::RankTimes& rank : machine.times()) {
    row.computing += rank.computing;
    row.counter += rank.waiting[predict::draw];
    row.blocks += rank.waiting[predict::get] + rank.waiting[predict::accumulate] + rank.waiting[predict::held];
    row.polling += rank.polling;
    row.idle += row.seconds - rank.end;
    row.longest_queue = std::max(row.longest_queue, rank.longest_queue);
  }
  require_whole(row, machine.times(), seconds, std::ssize(recording.tasks), options.holds);
  return row;
}

void print_rows(const std::vector<PredictRow>& rows) {
  TextTable table({"ranks", "case", "progress", "time", "efficiency", "computing", "counter", "blocks", "polls", "idle",
                   "longest queue"},
                  3);
  for (const PredictRow& row : rows) {
    std::vector<std::string> line{std::to_string(row.ranks), std::to_string(row.the_case),
                                  std::string(name_of(row.progress))};
    if (!row.unsupported.empty()) {
      line.emplace_back("UNSUPPORTED");
    } else {
      line.push_back(format_seconds(row.seconds));
      line.push_back(fmt::format("{:.3f}", row.efficiency()));
      for (const double part : {row.computing, row.counter, row.blocks, row.polling, row.idle})
        line.push_back(fmt::format("{:.1f}%", 100 * row.share(part)));
      line.push_back(std::to_string(row.longest_queue));
    }
    table.add(line);
  }
  fmt::print("{}", table.str());
  const auto refused = std::ranges::find_if(rows, [](const PredictRow& row) { return !row.unsupported.empty(); });
  if (refused != rows.end()) fmt::print("  UNSUPPORTED: {}\n", refused->unsupported);
  fmt::print(
      "  Shares of the time of all ranks. counter, blocks: waiting for a value, and for blocks of D and F; idle: rank "
      "0\n"
      "  in case 2, and waiting for the last rank. longest queue: requests that waited at one rank.\n\n");
}

// For each case and kind of progress, where efficiency falls below a half.
void print_limits(const std::vector<PredictRow>& rows) {
  constexpr double half = 0.5;
  const PredictRow* before = nullptr;
  for (const PredictRow& row : rows) {
    if (!row.unsupported.empty()) continue;
    const bool same = before != nullptr && before->the_case == row.the_case && before->progress == row.progress;
    if (same && before->efficiency() >= half && row.efficiency() < half)
      fmt::print("  case {}, progress {}: efficiency falls below 0.5 between {} and {} ranks\n", row.the_case,
                 name_of(row.progress), before->ranks, row.ranks);
    before = &row;
  }
}

Json rows_json(const std::vector<PredictRow>& rows) {
  Json json = Json::array();
  for (const PredictRow& row : rows) {
    Json entry{{"ranks", row.ranks}, {"case", row.the_case}, {"progress", name_of(row.progress)}};
    if (!row.unsupported.empty()) {
      entry.update({{"status", "UNSUPPORTED"}, {"reason", row.unsupported}});
    } else {
      entry.update({{"status", "predicted"},
                    {"seconds", row.seconds},
                    {"efficiency", row.efficiency()},
                    {"computing_seconds", row.computing},
                    {"counter_seconds", row.counter},
                    {"blocks_seconds", row.blocks},
                    {"polling_seconds", row.polling},
                    {"idle_seconds", row.idle},
                    {"longest_queue", row.longest_queue},
                    {"events", row.events}});
    }
    json.push_back(entry);
  }
  return json;
}

void print_heading(const PredictOptions& options, const predict::StackProfile* measured,
                   const predict::Recording& recording, double seconds) {
  fmt::print("Predicted by a model, not measured\n\n");
  fmt::print("  recording   {}, {}, blocks of {}: {} tasks of {} on average, {} blocks\n", recording.formula,
             recording.basis, recording.grain, format_count(std::ssize(recording.tasks)),
             format_seconds(seconds / static_cast<double>(recording.tasks.size())), recording.layout.blocks());
  if (measured != nullptr) {
    fmt::print("  stack       {}, window {}\n\n", options.profile, measured->window());
    return;
  }
  fmt::print("  stack       latency {}, service {}, {:g} GB/s; {} an operation; {} requests a call\n\n",
             format_seconds(options.latency), format_seconds(options.service), options.bandwidth,
             options.entries == 1 ? "1 entry" : std::to_string(options.entries) + " entries",
             options.drain == 0 ? "all" : std::to_string(options.drain));
}

// On rank 0.
void run_on_root(const CommandContext& context, const PredictOptions& options, const Json& provenance,
                 const std::optional<JsonFile>& json_file) {
  predict::Recording recording = predict::read_recording(options.recording);
  for (predict::PredictedTask& task : recording.tasks) task.seconds *= options.stretch;
  const double seconds = std::accumulate(recording.tasks.begin(), recording.tasks.end(), 0.0,
                                         [](double sum, const auto& task) { return sum + task.seconds; });
  if (seconds <= 0) throw UsageError(options.recording + ": its tasks take no time");
  std::optional<predict::StackProfile> profile;
  if (!options.profile.empty()) profile.emplace(options.profile, options.window);
  const predict::StackProfile* const measured = profile ? &*profile : nullptr;
  print_heading(options, measured, recording, seconds);
  for (const std::string& note : options.without_effect()) fmt::print(stderr, "fockproxy: note: {}\n", note);
  std::vector<PredictRow> rows;
  for (const int the_case : options.cases)
    for (const Progress progress : options.progress)
      for (const int ranks : options.ranks) {
        rows.push_back(predict_row(options, measured, recording, seconds,
                                   {.ranks = ranks, .the_case = the_case, .progress = progress, .unsupported = ""}));
        context.watchdog.beat();
      }
  print_rows(rows);
  print_limits(rows);
  if (!json_file) return;
  Json config = settings_json(context.settings);
  if (measured != nullptr) {
    for (const char* unused : {"latency", "service", "bandwidth", "entries", "drain"}) config.erase(unused);
    config["profile_window"] = measured->window();
  }
  json_file->write(document("predict", provenance, config,
                            {{"recording",
                              {{"formula", recording.formula},
                               {"basis", recording.basis},
                               {"grain", recording.grain},
                               {"tasks", recording.tasks.size()},
                               {"blocks", recording.layout.blocks()},
                               {"task_seconds", seconds}}},
                             {"rows", rows_json(rows)}}));
}

class PredictCommand : public Subcommand {
 public:
  const char* name() const override { return "predict"; }
  const char* summary() const override { return "a recorded Fock build on other numbers of ranks, by a model"; }
  void add_options(CLI::App& command) override { options_.add(command); }
  void resolve() override { options_.resolve(); }
  RuntimeOptions needs() const override { return options_.needs(); }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override {
    const std::optional<JsonFile> json_file = open_json(context, options_.output.json);
    const Json provenance = provenance_json(context);
    context.watchdog.mark("predict");
    on_root(context.world(), [&] { run_on_root(context, options_, provenance, json_file); });
    return ExitCode::success;
  }

 private:
  PredictOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_predict_command() { return std::make_unique<PredictCommand>(); }

}  // namespace fockproxy
