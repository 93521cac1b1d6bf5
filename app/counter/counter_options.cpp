#include "app/counter/counter_options.hpp"

#include <cmath>

#include "app/shared/dealers.hpp"
#include "progress/progress_strategy.hpp"
#include "support/duration.hpp"

namespace fockproxy {

void CounterOptions::add(CLI::App& command) {
  const Group experiment{command, "The experiment"};
  experiment.list("--case", cases,
                  "1: every rank works; 2: the root idles inside MPI; 3: every rank works beside a helper thread "
                  "blocked inside MPI");
  experiment.list("--counter", counters, "which counters or distributors: " + names_of(dealer_table()));
  experiment.list("--window", windows, std::string("kinds of window: ") + all_window_kinds);
  experiment.option("--progress", progress, "progress strategy of Cases 1 and 2: " + names_of(progress_table()));
  experiment.list("--case-3", helpers, "helpers of Case 3; helper-2008 is the one that was published");
  experiment.option("--idle-ranks", idle_ranks, "ranks that idle in Case 2, from rank 0 up");
  experiment.flag("--prefetch", dealing.prefetch, "draw the next value while the present task is computed");
  experiment.add(node_settings(dealing));
  experiment.option("--repeat", repeat, "runs of every row, in turns");
  experiment.flag("--verdict", verdict, "which one-sided operations make progress by themselves here; no cases");
  experiment.flag("--saturate", saturate, "values per second without any work, by number of ranks; no cases");
  experiment.option("--saturate-time", saturate_time,
                    "length of each of these measurements, unless a rank has drawn 200000 values earlier");

  const Group tasks{command, "Tasks"};
  tasks.option("--work", work, "mean length of a task: 20ms, 300us, 1s");
  tasks.option("--work-kind", work_kind,
               "what a task does: busy (a fixed number of iterations, calibrated alone), sleep (many ranks on few "
               "cores), fock (busy, for as long as fock --save-costs recorded)");
  tasks.option("--distribution", distribution,
               "of the lengths: fixed, uniform (half to one and a half means), exponential, lognormal");
  tasks.input_file("--costs", costs, "file of recorded task costs, for --work-kind fock, or to sleep for as long");
  tasks.option("--stretch", stretch, "factor on recorded costs");
  tasks.option("--tasks-per-rank", tasks_per_rank, "tasks per working rank");
  tasks.option("--seed", seed, "of lengths and arrival times");

  Group{command, "Progress"}.add(progress_option_settings(progress_options));

  const Group program{command, "Program"};
  program.add(thread_level.setting());
  output.add(program);
  trace.add(program);
}

void CounterOptions::resolve() {
  for (const int c : cases) require(1 <= c && c <= 3, "--case " + std::to_string(c) + " is none of 1, 2, 3");
  for (const std::string& name : counters) chosen("--counter", name, dealer_table());
  window_list();
  chosen("--progress", progress, progress_table());
  for (const std::string& name : helpers)
    require(chosen("--case-3", name, progress_table())->helper, "--case-3 '" + name + "' has no helper thread");
  require_helper(progress_options, uses_helpers());
  parse_length_law(distribution);
  parse_duration(work);
  parse_duration(saturate_time);
  require(work_kind == "busy" || work_kind == "sleep" || work_kind == "fock",
          "--work-kind '" + work_kind + "' is none of busy, sleep, fock");
  require(work_kind != "fock" || !costs.empty(), "--work-kind fock needs --costs FILE");
  require(work_kind != "busy" || costs.empty(), "--costs FILE needs --work-kind fock or sleep");
  require(std::isfinite(stretch) && stretch > 0, "--stretch must be above 0");
  require(idle_ranks >= 1, "--idle-ranks must be at least 1");
  require(repeat >= 1, "--repeat must be at least 1");
  require(1 <= tasks_per_rank && tasks_per_rank <= 10'000'000, "--tasks-per-rank must be between 1 and 10000000");
  trace.resolve();
  require(trace.file.empty() || runs_cases(),
          "--trace records the cases: it goes with neither --verdict nor --saturate");
}

bool CounterOptions::uses_helpers() const {
  if (find_progress(progress).helper) return true;
  if (runs_cases() && std::ranges::find(cases, 3) != cases.end()) return true;
  return std::ranges::any_of(counters, [this](const std::string& name) {
    return find_progress(progress_in_effect(name, dealing.node_counter, "none")).helper;
  });
}

std::vector<WindowKind> CounterOptions::window_list() const { return parse_windows(windows); }

RuntimeOptions CounterOptions::needs() const {
  RuntimeOptions needs;
  std::string who = "--progress " + progress;
  needs.thread_level = find_progress(progress).thread_level;
  const auto at_least = [&](int level, const std::string& name) {
    if (level <= needs.thread_level) return;
    needs.thread_level = level;
    who = name;
  };
  if (runs_cases())
    for (const int c : cases)
      if (c == 3)
        for (const std::string& name : helpers) at_least(find_progress(name).thread_level, "--case 3");
  if (runs_cases() || saturate)
    for (const std::string& name : counters) {
      const RuntimeOptions dealer = dealer_needs(name, dealing.node_counter);
      at_least(dealer.thread_level, "--counter " + name);
      needs.global_arrays |= dealer.global_arrays;
    }
  find_progress(progress).add_needs(needs);  // last: it may depend on the rest
  return thread_level.apply(needs, who);
}

}  // namespace fockproxy
