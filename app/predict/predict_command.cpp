// fockproxy predict: a recorded Fock build on other numbers of ranks, by a model of passive-target communication.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <ostream>
#include <span>

#include "app/predict/predict_options.hpp"
#include "app/shared/document.hpp"
#include "app/shared/figure.hpp"
#include "app/shared/subcommand.hpp"
#include "parallel/agreement.hpp"
#include "predict/machine.hpp"
#include "predict/nodes.hpp"
#include "predict/prediction_trace.hpp"
#include "predict/recording.hpp"
#include "replay/replay.hpp"

namespace fockproxy {
namespace {

using predict::FockOperation;
using predict::Progress;

// What all rows that differ only in the number of ranks have in common.
struct Dealt {
  Choice<Dealer> counter = "mpi3";
  int chunk = 1, the_case = 1;
  Progress progress = Progress::always;
  int ghosts = 0;  // per node
};

constexpr std::string_view loss_names[] = {"counter", "blocks", "polls", "no tasks", "last rank"};

struct PredictRow {
  Dealt dealt;
  int ranks = 0;
  std::string unsupported{};
  double seconds = 0, computing = 0;            // wall time; sum over all ranks
  double counter = 0, blocks = 0, polling = 0;  // sums over all ranks
  double no_tasks = 0, last_rank = 0;           // likewise: ranks that do no tasks; waiting for the last of the others
  double busiest_rank = 0, busiest_link = 0;    // seconds
  double least = 0, most = 0;                   // seconds, over the seeds; 0 without seeds
  int longest_queue = 0;
  std::int64_t events = 0;

  double share(double part) const { return part / (seconds * ranks); }
  double efficiency() const { return share(computing); }
  double idle() const { return no_tasks + last_rank; }
  // The name of the largest loss.
  std::string_view lost_to() const {
    const double losses[] = {counter, blocks, polling, no_tasks, last_rank};
    return loss_names[std::ranges::max_element(losses) - losses];
  }
};

// The results over all numbers of ranks.
struct Limit {
  Dealt dealt;
  int most_ranks = 0;                    // the most ranks with a prediction; 0: none
  int efficient = 0, not_efficient = 0;  // the efficiency falls below a half between these; 0: none
  int longest_queue = 0, queue_ranks = 0;
  double efficiency = 0;         // on the most ranks
  int fastest = 0;               // the fewest ranks whose time is within a tenth of the least
  std::string_view lost_to{};    // on the most ranks
  bool best = false;             // among limits that differ only in the chunk and the ghosts
  std::optional<double> metg{};  // seconds; none: not asked for, or not found
};

// A recorded build and the options of the prediction.
struct Prediction {
  const PredictOptions& options;
  PredictOptions::Profiles measured;
  const predict::Recording& recording;
  const TaskOrder& order;
  double seconds;  // sum over the recorded tasks
  std::function<void()> beat;
};

static_assert(predict::profile_version == json_schema_version, "a new version may need a new reader of profiles");

constexpr double half = 0.5;
constexpr int worrying_queue = 150;

std::string_view name_of(Progress progress) { return progress_model_names[static_cast<std::size_t>(progress)]; }

// The model must do each task once, with three gets and three accumulates, or six of each if no block is held.
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

// trace: takes the steps of all ranks; nullptr: they are not kept.
PredictRow predict_row(const Prediction& prediction, const Dealt& dealt, int ranks, double stretch, int seed = 0,
                       std::vector<RankTrace>* trace = nullptr) {
  const PredictOptions& options = prediction.options;
  const auto tasks = std::ssize(prediction.recording.tasks);
  PredictRow row{.dealt = dealt, .ranks = ranks};
  row.unsupported = prediction.measured.lack_of_draws(predict::drawn_from(*dealt.counter));
  if (!row.unsupported.empty()) return row;
  DistributorOptions dealing = options.dealing;
  dealing.chunk = dealt.chunk;
  dealing.idle_ranks = dealt.the_case == 2 ? 1 : 0;
  dealing.ranks_per_node -= dealt.ghosts;  // ranks that do tasks
  const predict::Nodes nodes{ranks, options.dealing.ranks_per_node, dealt.ghosts};
  std::unique_ptr<predict::Dealing> made;
  try {
    if (dealing.ranks_per_node < 1) throw UsageError("no rank of a node is left to do tasks");
    made = predict::make_dealing(*dealt.counter, nodes.workers(), tasks, dealing);
  } catch (const UsageError& error) {
    row.unsupported = error.what();
    return row;
  }
  predict::FockWorkload workload(ranks,
                                 {.tasks = prediction.recording.tasks,
                                  .layout = &prediction.recording.layout,
                                  .order = &prediction.order,
                                  .stretch = stretch,
                                  .bytes_of_draw = predict::bytes_of_draw(*dealt.counter, ranks),
                                  .holds = options.holds,
                                  .ranks_per_node = options.dealing.ranks_per_node,
                                  .ghosts = dealt.ghosts,
                                  .far = options.far(*dealt.counter, dealt.progress, prediction.measured, seed)},
                                 std::move(made),
                                 options.near(*dealt.counter, dealt.progress, prediction.measured, seed));
  predict::Machine machine(ranks, options.stack(*dealt.counter, dealt.progress, prediction.measured), workload);
  predict::PredictionTrace steps(trace != nullptr ? ranks : 0, workload);
  if (trace != nullptr)
    machine.observe([&](int rank, double time, const predict::Step& step) { steps.begin(rank, time, step); });
  row.seconds = machine.run();
  if (trace != nullptr) *trace = steps.finished(row.seconds);
  row.events = machine.events();
  for (int r = 0; r < ranks; ++r) {
    const predict::RankTimes& rank = machine.times()[static_cast<std::size_t>(r)];
    const bool works = !nodes.is_ghost(r) && nodes.worker(r) >= dealing.idle_ranks;
    row.computing += rank.computing;
    row.counter += rank.waiting[predict::draw];
    row.blocks += rank.waiting[predict::get] + rank.waiting[predict::accumulate] + rank.waiting[predict::held];
    row.polling += rank.polling;
    (works ? row.last_rank : row.no_tasks) += row.seconds - rank.end;
    row.busiest_rank = std::max(row.busiest_rank, rank.serving);
    row.longest_queue = std::max(row.longest_queue, rank.longest_queue);
  }
  row.busiest_link = machine.busiest_link();
  require_whole(row, machine.times(), stretch * prediction.seconds, tasks, options.holds);
  prediction.beat();
  return row;
}

// A prediction with its least and most over the seeds.
PredictRow with_band(const Prediction& prediction, const Dealt& dealt, int ranks) {
  PredictRow row = predict_row(prediction, dealt, ranks, prediction.options.stretch);
  if (!row.unsupported.empty() || prediction.measured.between == nullptr) return row;
  for (int seed = 1; seed <= prediction.options.seeds; ++seed) {
    const double seconds = predict_row(prediction, dealt, ranks, prediction.options.stretch, seed).seconds;
    row.least = seed == 1 ? seconds : std::min(row.least, seconds);
    row.most = std::max(row.most, seconds);
  }
  return row;
}

// Minimum effective task granularity (Slaughter et al., SC 2020): the mean task length above which the efficiency is at
// least a half, to 2%. None if no length reaches it, or if every length does.
std::optional<double> find_metg(const Prediction& prediction, const Dealt& dealt, int ranks) {
  constexpr double factor = 1.02;
  constexpr int most_doublings = 40;
  const auto efficient = [&](double stretch) {
    return predict_row(prediction, dealt, ranks, stretch).efficiency() >= half;
  };
  double enough = prediction.options.stretch, too_little = enough;
  int doublings = 0;
  if (efficient(enough))
    while (efficient(too_little /= 2) && ++doublings < most_doublings) enough = too_little;
  else
    while (!efficient(enough *= 2) && ++doublings < most_doublings) too_little = enough;
  if (doublings == most_doublings) return std::nullopt;
  while (enough / too_little > factor) {
    const double middle = std::sqrt(enough * too_little);
    (efficient(middle) ? enough : too_little) = middle;
  }
  return enough * prediction.seconds / static_cast<double>(prediction.recording.tasks.size());
}

// `rows` differ in the number of ranks, which increases.
Limit limit_of(const Dealt& dealt, std::span<const PredictRow> rows) {
  constexpr double nearly = 1.1;
  Limit limit{.dealt = dealt};
  double least = std::numeric_limits<double>::infinity();
  for (const PredictRow& row : rows)
    if (row.unsupported.empty()) least = std::min(least, row.seconds);
  for (const PredictRow& row : rows) {
    if (!row.unsupported.empty()) continue;
    limit.most_ranks = row.ranks;
    limit.efficiency = row.efficiency();
    limit.lost_to = row.lost_to();
    if (limit.fastest == 0 && row.seconds <= nearly * least) limit.fastest = row.ranks;
    if (row.efficiency() >= half) {
      limit.efficient = row.ranks;
      limit.not_efficient = 0;
    } else if (limit.not_efficient == 0) {
      limit.not_efficient = row.ranks;
    }
    if (row.longest_queue > limit.longest_queue) {
      limit.longest_queue = row.longest_queue;
      limit.queue_ranks = row.ranks;
    }
  }
  return limit;
}

template <class Row>
FigureList<Row> dealt_figures() {
  using F = Figure<Row>;
  const auto of = [](auto read) { return [read](const Row& row) { return std::invoke(read, row.dealt); }; };
  return {F("counter", "counter", "", "counter or distributor", of([](const Dealt& d) { return d.counter.name(); }),
            {.values = predicted_counters()}),
          F("chunk", "chunk", "", "tasks of a ticket", of(&Dealt::chunk), {.format = "{}", .range = at_least(1)}),
          F("case", "case", "", "1: every rank works; 2: rank 0 idles inside MPI", of(&Dealt::the_case),
            {.range = {.least = 1, .most = 2}}),
          F("progress", "progress", "", "when a target serves", of([](const Dealt& d) { return name_of(d.progress); }),
            {.cell =
                 [](const Row& row) {
                   const Dealt& d = row.dealt;
                   return d.ghosts == 0 ? std::string(name_of(d.progress)) : fmt::format("ghost, {} a node", d.ghosts);
                 },
             .values = values_of(progress_model_names)}),
          F("ghosts", no_column, "", "ghosts of each node; 0: the row has none", of(&Dealt::ghosts))};
}

Figures<PredictRow> row_figures() {
  using Row = PredictRow;
  using F = Figure<Row>;
  const auto share = [](double Row::* part) {
    return Form<Row>{.cell = [part](const Row& row) { return fmt::format("{:.1f}%", 100 * row.share(row.*part)); }};
  };
  const auto seeds = [](double Row::* bound) {
    return [bound](const Row& row) { return row.most > 0 ? std::optional(row.*bound) : std::nullopt; };
  };
  const auto busiest = [](const Row& row) { return std::max(row.busiest_rank, row.busiest_link) / row.seconds; };
  return {
      .identity = joined(dealt_figures<Row>(), FigureList<Row>{F("ranks", "ranks", "", "number of ranks", &Row::ranks,
                                                                 {.format = "{}", .range = at_least(1)})}),
      .results = {F("seconds", "time", "s", "time of the build", &Row::seconds,
                    {.cell =
                         [](const Row& row) {
                           const std::string time = format_seconds(row.seconds);
                           return row.most == 0 ? time
                                                : fmt::format("{} ({} to {})", time, format_seconds(row.least),
                                                              format_seconds(row.most));
                         },
                     .range = above(0)}),
                  F("least_seconds", no_column, "s", "time of the shortest build of the seeds of --seeds",
                    seeds(&Row::least), {.range = above(0)}),
                  F("most_seconds", no_column, "s", "time of the longest build of these seeds", seeds(&Row::most),
                    {.range = above(0)}),
                  F("efficiency", "efficiency", "", "share of the time of all ranks that is computing",
                    &Row::efficiency, {.format = "{:.3f}", .range = {.least = 0, .most = 1}}),
                  F("computing_seconds", "computing", "s",
                    "computing, of all ranks together; the column has the share of their time", &Row::computing,
                    share(&Row::computing)),
                  F("counter_seconds", "counter", "s", "waiting for a value", &Row::counter, share(&Row::counter)),
                  F("blocks_seconds", "blocks", "s", "waiting for blocks of D and F", &Row::blocks,
                    share(&Row::blocks)),
                  F("polling_seconds", "polls", "s", "calls that serve other ranks", &Row::polling,
                    share(&Row::polling)),
                  F("no_tasks_seconds", "no tasks", "s", "ranks that do no tasks: rank 0 in Case 2, and ghosts",
                    &Row::no_tasks, share(&Row::no_tasks)),
                  F("last_rank_seconds", "last rank", "s", "waiting for the last rank, of all ranks that do tasks",
                    &Row::last_rank, share(&Row::last_rank)),
                  F("idle_seconds", no_column, "s", "no_tasks_seconds and last_rank_seconds together", &Row::idle),
                  F("", "busiest", "", "share of the time that the busiest rank or link serves operations", busiest,
                    {.cell = [busiest](const Row& row) { return fmt::format("{:.1f}%", 100 * busiest(row)); }}),
                  F("busiest_rank_seconds", no_column, "s", "time for which the busiest rank served operations",
                    &Row::busiest_rank),
                  F("busiest_link_seconds", no_column, "s",
                    "time for which operations occupied the busiest link; 0 without links", &Row::busiest_link),
                  F("longest_queue", "longest queue", "", "largest number of requests that waited at one rank",
                    &Row::longest_queue, {.format = "{}"}),
                  F("events", no_column, "", "events of the model", &Row::events, {.range = at_least(1)})},
      .outcome = [](const Row& row) { return Outcome{.unsupported = row.unsupported, .fault = ""}; },
      .name = [](const Row&) { return "UNSUPPORTED"; },
      .statuses = {"predicted", "UNSUPPORTED"}};
}

std::string falls_between(const Limit& limit) {
  if (limit.not_efficient == 0) return fmt::format("beyond {} ranks", limit.most_ranks);
  if (limit.efficient == 0) return fmt::format("at {} or fewer", limit.not_efficient);
  return fmt::format("{} and {} ranks", limit.efficient, limit.not_efficient);
}

// `metg`: whether it was asked for.
Figures<Limit> limit_figures(bool metg) {
  using F = Figure<Limit>;
  const auto or_none = [](int Limit::* ranks) {
    return [ranks](const Limit& limit) { return limit.*ranks > 0 ? std::optional(limit.*ranks) : std::nullopt; };
  };
  return {
      .identity = dealt_figures<Limit>(),
      .results = {
          F("", "below 0.5 between", "", "the numbers of ranks between which the efficiency falls below 0.5",
            falls_between),
          F("fastest_ranks", "no faster beyond", "",
            "the fewest ranks with a time within a tenth of the shortest: more ranks gain next to nothing",
            &Limit::fastest,
            {.cell =
                 [](const Limit& limit) {
                   return limit.fastest == limit.most_ranks ? "-" : std::to_string(limit.fastest);
                 },
             .range = at_least(1)}),
          F("lost_to", "lost to", "", "the largest loss on the largest number of ranks", &Limit::lost_to,
            {.values = values_of(loss_names)}),
          F("best", no_column, "", "the most efficient of the limits that differ only in chunk and ghosts",
            &Limit::best),
          F("most_ranks", no_column, "", "largest number of ranks that was predicted", &Limit::most_ranks,
            {.range = at_least(1)}),
          F("efficient_to", no_column, "", "largest number of ranks with an efficiency of at least 0.5; null: none",
            or_none(&Limit::efficient), {.range = at_least(1), .none = ""}),
          F("inefficient_from", no_column, "", "number of ranks from which on the efficiency is below 0.5; null: none",
            or_none(&Limit::not_efficient), {.range = at_least(1), .none = ""}),
          F("efficiency", no_column, "", "efficiency on the largest number of ranks", &Limit::efficiency,
            {.range = {.least = 0, .most = 1}}),
          F("longest_queue", "longest queue", "", "largest number of requests that waited at one rank",
            &Limit::longest_queue, {.format = "{}"}),
          F("metg_seconds", metg ? std::optional("METG") : no_column, "s",
            "mean task length at which the efficiency on the largest number of ranks reaches 0.5; null: not "
            "requested, or not found",
            &Limit::metg, {.range = above(0), .none = "none"})}};
}

void print_rows(const std::vector<PredictRow>& rows) {
  fmt::print(
      "{}{}  Shares of the time of all ranks. counter, blocks: waiting for a value, and for blocks of D and F; no\n"
      "  tasks: rank 0 in Case 2, and ghosts; last rank: waiting for the last rank that has tasks. busiest: share of\n"
      "  the time that the busiest rank or link serves operations. longest queue: requests that waited at one\n"
      "  rank.\n\n",
      table_of(row_figures(), rows), reasons_of(row_figures(), rows));
}

void print_limits(const std::vector<Limit>& limits, bool metg) {
  if (limits.empty()) return;
  const Limit& worst = *std::ranges::max_element(limits, {}, &Limit::longest_queue);
  fmt::print(
      "{}  no faster beyond: more ranks shorten the time by at most a tenth, since something is saturated; -: by "
      "more than that.\n"
      "  lost to: the largest loss on {} ranks.\n",
      table_of(limit_figures(metg), limits), worst.most_ranks);
  if (metg)
    fmt::print(
        "  METG: mean task length at which the efficiency on {} ranks reaches 0.5; none: never, or at any "
        "length.\n",
        worst.most_ranks);
  if (worst.longest_queue > worrying_queue)
    fmt::print(
        "  WARNING: up to {} requests wait at one rank (counter {}, {} ranks). NWChem's MPI-PR is known to fail past\n"
        "  some {} on one network.\n",
        worst.longest_queue, worst.dealt.counter.name(), worst.queue_ranks, worrying_queue);
}

// Marks, among limits that differ only in the chunk and the ghosts, the one with the highest efficiency on the most
// ranks.
void mark_best(std::vector<Limit>& limits) {
  for (Limit& limit : limits)
    limit.best = std::ranges::none_of(limits, [&](const Limit& other) {
      const bool same = &*other.dealt.counter == &*limit.dealt.counter &&
                        other.dealt.the_case == limit.dealt.the_case && other.dealt.progress == limit.dealt.progress;
      const bool better =
          other.efficiency > limit.efficiency || (other.efficiency == limit.efficiency && &other < &limit);
      return same && other.most_ranks >= limit.most_ranks && better;
    });
}

void print_best(const std::vector<Limit>& limits, const PredictOptions& options) {
  for (const Limit& limit : limits) {
    const bool of_ghosts = limit.dealt.ghosts > 0 && options.ghosts.size() > 1;
    if (!limit.best || (options.chunks.size() == 1 && !of_ghosts)) continue;
    fmt::print("  {}, case {}, progress {}: best on {} ranks with chunks of {}{}, efficiency {:.3f}\n",
               limit.dealt.counter.name(), limit.dealt.the_case, name_of(limit.dealt.progress), limit.most_ranks,
               limit.dealt.chunk, of_ghosts ? fmt::format(" and {} a node", plural(limit.dealt.ghosts, "ghost")) : "",
               limit.efficiency);
  }
}

std::string links_text(const PredictOptions& options) {
  if (!options.has_links()) return "";
  return fmt::format("  links       latency {}, gap {}, {}; {} a node\n", format_seconds(options.link_latency),
                     format_seconds(options.link_gap),
                     options.link_bandwidth > 0 ? fmt::format("{:g} GB/s", options.link_bandwidth) : "no limit",
                     plural(options.dealing.ranks_per_node, "rank"));
}

void print_heading(const PredictOptions& options, const predict::StackProfile* measured,
                   const predict::Recording& recording, double seconds) {
  fmt::print("Predicted by a model, not measured\n\n");
  fmt::print("  recording   {}, {}, blocks of {}: {} tasks of {} on average, {} blocks\n", recording.formula,
             recording.basis, recording.grain, format_count(std::ssize(recording.tasks)),
             format_seconds(seconds / static_cast<double>(recording.tasks.size())), recording.layout.blocks());
  if (measured != nullptr) {
    fmt::print("  stack       {}{}, window {}\n{}\n", options.profile,
               options.node_profile.empty() ? "" : ", within a node " + options.node_profile, measured->window(),
               links_text(options));
    return;
  }
  fmt::print("  stack       latency {}, service {}, {:g} GB/s; {} an operation; {} requests a call\n{}\n",
             format_seconds(options.latency), format_seconds(options.service), options.bandwidth,
             options.entries == 1 ? "1 entry" : std::to_string(options.entries) + " entries",
             options.drain == 0 ? "all" : std::to_string(options.drain), links_text(options));
}

// Throws UsageError if the profile is of another stack than the recording, or of a target that is served in another way
// than those of the rows.
void require_fitting(const std::string& file, const predict::StackProfile& profile, const PredictOptions& options,
                     const predict::Recording& recording) {
  if (!options.other_stack && !recording.stack.empty() && !profile.stack().empty() &&
      profile.stack() != recording.stack)
    throw UsageError(
        fmt::format("{} is a profile of {}, but {} was recorded with {}; --other-stack predicts in spite of it", file,
                    profile.stack(), options.recording, recording.stack));
  const std::string& strategy = profile.strategy();
  const bool always = std::ranges::all_of(options.progress, [](Progress p) { return p == Progress::always; });
  if (strategy == "none" || (always && strategy != "poll")) return;
  throw UsageError(fmt::format("{} was measured with --progress {}: {}", file, strategy,
                               strategy == "poll" ? "rows of --progress poll need a profile with --progress none"
                                                  : "it is for rows of --progress always alone"));
}

// Predicts the row again and writes its steps.
void write_steps(const Prediction& prediction, const PredictRow& row, const Json& provenance, const JsonFile& file) {
  constexpr std::int64_t most_tasks = 1'000'000;  // some 15 events each, which stay in memory
  const auto tasks = std::ssize(prediction.recording.tasks);
  if (!row.unsupported.empty()) throw UsageError("--trace: UNSUPPORTED: " + row.unsupported);
  if (tasks > most_tasks)
    throw UsageError(fmt::format("--trace: {} tasks; a trace of a prediction has up to {}", tasks, most_tasks));
  std::vector<RankTrace> ranks;
  predict_row(prediction, row.dealt, row.ranks, prediction.options.stretch, 0, &ranks);
  const Json about{{"command", "predict"},
                   {"predicted", true},
                   {"provenance", provenance},
                   {"config",
                    {{"counter", row.dealt.counter.name()},
                     {"progress", name_of(row.dealt.progress)},
                     {"order", prediction.options.order.order.name()}}}};
  file.write([&](std::ostream& out) { write_trace(out, ranks, {}, about); });
}

// Only on rank 0.
void run_on_root(const CommandContext& context, const PredictOptions& options, const Json& provenance,
                 const std::optional<JsonFile>& json_file, const std::optional<JsonFile>& trace_file) {
  const predict::Recording recording = predict::read_recording(options.recording);
  const double seconds = std::accumulate(recording.tasks.begin(), recording.tasks.end(), 0.0,
                                         [](double sum, const auto& task) { return sum + task.seconds; });
  if (seconds <= 0) throw UsageError(options.recording + ": its tasks take no time");
  std::optional<predict::StackProfile> profile, of_node;
  if (!options.profile.empty()) profile.emplace(options.profile, options.window);
  if (!options.node_profile.empty()) of_node.emplace(options.node_profile, profile->window());
  const predict::StackProfile* const measured = profile ? &*profile : nullptr;
  const predict::StackProfile* const within = of_node ? &*of_node : measured;
  if (profile) require_fitting(options.profile, *profile, options, recording);
  if (of_node) require_fitting(options.node_profile, *of_node, options, recording);
  print_heading(options, measured, recording, options.stretch * seconds);
  for (const std::string& note : options.without_effect({measured, within}))
    fmt::print(stderr, "fockproxy: note: {}\n", note);
  const TaskOrder order = recorded_order(options.order, std::ssize(recording.tasks), [&](TaskId id) {
    return recording.tasks[static_cast<std::size_t>(number(id))].seconds;
  });
  const Prediction prediction{options, {measured, within}, recording, order, seconds, [&] { context.watchdog.beat(); }};
  std::vector<PredictRow> rows;
  std::vector<Limit> limits;
  for (const Choice<Dealer>& counter : options.counters)
    for (const int chunk : options.chunks)
      for (const int the_case : options.cases)
        for (const Progress progress : options.progress)
          for (const int ghosts : progress == Progress::ghost ? options.ghosts : std::vector{0}) {
            const Dealt dealt{counter, chunk, the_case, progress, ghosts};
            const auto first = rows.size();
            for (const int ranks : options.ranks) rows.push_back(with_band(prediction, dealt, ranks));
            Limit limit = limit_of(dealt, std::span(rows).subspan(first));
            if (limit.most_ranks == 0) continue;
            if (options.metg) limit.metg = find_metg(prediction, dealt, limit.most_ranks);
            limits.push_back(limit);
          }
  mark_best(limits);
  if (trace_file) write_steps(prediction, rows.front(), provenance, *trace_file);
  print_rows(rows);
  print_limits(limits, options.metg);
  print_best(limits, options);
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
                               {"task_seconds", options.stretch * seconds}}},
                             {"rows", rows_json(row_figures(), rows)},
                             {"limits", rows_json(limit_figures(options.metg), limits)}}));
}

class PredictCommand : public SubcommandWith<PredictOptions> {
 public:
  const char* name() const override { return "predict"; }
  const char* summary() const override {
    return "the time of a recorded Fock build on other numbers of ranks, by a model";
  }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override {
    const std::optional<JsonFile> json_file = open_json(context, options_.output.json);
    const std::optional<JsonFile> trace_file = open_json(context, options_.trace);
    const Json provenance = provenance_json(context);
    context.watchdog.mark("predict");
    on_root(context.world(), [&] { run_on_root(context, options_, provenance, json_file, trace_file); });
    return ExitCode::success;
  }
  Json figures() const override {
    return {{"rows", described(row_figures())}, {"limits", described(limit_figures(true))}};
  }
};

}  // namespace

std::unique_ptr<Subcommand> make_predict_command() { return std::make_unique<PredictCommand>(); }

}  // namespace fockproxy
