#include "app/counter/counter_experiment.hpp"

#include <algorithm>

#include "app/shared/dealers.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {
namespace {

// The objects that one row needs. Empty if the row is unsupported.
struct Apparatus {
  std::unique_ptr<Distributor> distributor;
  std::unique_ptr<ProgressStrategy> progress;
  std::vector<CounterRun> runs;
};

int idle_ranks(const CounterOptions& options, const CounterConfig& config) {
  return std::max(config.experiment_case == 2 ? options.idle_ranks : 0, find_progress(config.progress).idle_ranks);
}

Apparatus make_apparatus(const CommandContext& context, const CounterOptions& options, CounterConfig& config) {
  const Runtime& runtime = context.runtime;
  Apparatus made;
  try {
    const WindowKind kind = config.window == "-" ? WindowKind::allocate : *parse_window_kind(config.window);
    DistributorOptions dealing = options.dealing;
    dealing.idle_ranks = idle_ranks(options, config);
    const ProgressEntry& progress = find_progress(config.progress);
    progress.require_windows(has_windows(config.counter), kind);
    dealing.ghosts = progress.ghosts;
    made.distributor = make_distributor(config.counter, {runtime, {kind, config.window_info}, dealing});
    made.progress = progress.make({runtime, options.progress_options});
  } catch (const AgreedUsageError& error) {
    made = {};
    config.unsupported = error.what();
  }
  return made;
}

bool is_counter(const std::string& name) { return Choice<Dealer>(name)->counter != nullptr; }

void judge(std::vector<CounterConfig>& rows, const CounterOptions& options, double mean_task) {
  for (CounterConfig& c : rows) {
    c.disturbed = options.kind() == WorkKind::busy && c.row.run_queue_share > disturbed_share;
    if (options.kind() != WorkKind::sleep) continue;
    for (const CounterConfig& null : rows)
      if (null.experiment_case == 2 && is_alike(null, c))
        c.scheduler_bound = null.row.all.distribution.mean > scheduler_bound_share * mean_task;
  }
}

}  // namespace

bool is_alike(const CounterConfig& one, const CounterConfig& other) {
  return one.counter == other.counter && one.window == other.window &&
         one.window_info.word() == other.window_info.word();
}

std::vector<CounterConfig> planned_rows(const CounterOptions& options) {
  std::vector<int> cases = options.cases;
  const bool asked_for_2 = std::ranges::find(cases, 2) != cases.end();
  // Results for sleeping work need the null run (Case 2) for comparison.
  if (options.kind() == WorkKind::sleep && !asked_for_2) cases.insert(cases.begin(), 2);
  std::vector<CounterConfig> rows;
  for (const std::string& counter : options.counters) {
    const std::string_view progress = progress_in_effect(counter, options.dealing.node_counter, options.progress);
    for (const WindowChoice& window : windows_for(has_windows(counter), options.window_list()))
      for (const int c : cases)
        for (const std::string& strategy : c == 3 ? options.helpers : std::vector{std::string(progress)})
          rows.push_back({.experiment_case = c,
                          .counter = counter,
                          .window = window_label(has_windows(counter), window.kind),
                          .window_info = window.info.with_own_record(),
                          .progress = strategy,
                          .null = c == 2 && !asked_for_2,
                          .unsupported = "",
                          .row = {}});
  }
  return rows;
}

void run_rows(const CommandContext& context, const CounterOptions& options, const SyntheticWork& work,
              const TaskLengths& lengths, TraceRing* trace, std::vector<CounterConfig>& rows) {
  const Runtime& runtime = context.runtime;
  CounterKernel kernel{runtime, context.watchdog, work, lengths, measure_clock_offset(runtime)};
  std::vector<Apparatus> apparatus;
  for (CounterConfig& config : rows) apparatus.push_back(make_apparatus(context, options, config));
  const auto run = [&](std::size_t i, std::int64_t tasks) {
    context.watchdog.mark("counter: a timed run");
    return run_counter_kernel(kernel, *apparatus[i].distributor, *apparatus[i].progress, tasks,
                              is_counter(rows[i].counter) && !options.dealing.prefetch);
  };
  const auto ghosts = std::ranges::count(find_ghosts(runtime.world()), true);
  for (int round = -1; round < options.repeat; ++round)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!apparatus[i].distributor) continue;
      const std::int64_t serving = find_progress(rows[i].progress).ghosts ? ghosts : 0;
      const std::int64_t workers = runtime.world().size() - idle_ranks(options, rows[i]) - serving;
      // The first round has one task per rank. It only makes the connections.
      kernel.trace = round < 0 ? nullptr : trace;
      kernel.label = static_cast<std::int64_t>(i);
      CounterRun result = run(i, workers * (round < 0 ? 1 : options.tasks_per_rank));
      if (round >= 0 || !result.fault.empty()) apparatus[i].runs.push_back(std::move(result));
    }
  if (!runtime.world().is_root()) return;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].unsupported.empty()) rows[i].row = summarise(apparatus[i].runs, runtime.node_of_rank());
  judge(rows, options, lengths.mean());
}

}  // namespace fockproxy
