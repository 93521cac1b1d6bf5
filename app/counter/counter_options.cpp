#include "app/counter/counter_options.hpp"

#include <algorithm>

#include "app/shared/dealers.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {

namespace {

std::vector<SettingValue> helper_values() {
  std::vector<SettingValue> values;
  for (const ProgressEntry& entry : progress_table())
    if (entry.helper) values.push_back({std::string(entry.name), std::string(entry.summary)});
  return values;
}

}  // namespace

void CounterOptions::add(CLI::App& command) {
  const Group experiment{command, "The experiment"};
  experiment.add(cases_setting(cases, {{"1", "every rank works"},
                                       {"2", "the root idles inside MPI"},
                                       {"3", "every rank works beside a helper thread blocked inside MPI"}}));
  experiment.add(counters_setting(counters));
  experiment.add(windows_setting(windows));
  experiment.add(window_infos_setting(window_infos));
  experiment.add({.name = "progress",
                  .place = place(progress),
                  .summary = "progress strategy of Cases 1 and 2",
                  .values = values_of(progress_table()),
                  .key = "",
                  .see = "counters-and-progress.md#progress"});
  experiment.add(
      unrecorded("case-3", place(helpers), "helpers of Case 3; helper-2008 is the published one", helper_values()));
  experiment.add(case_2_setting(idle_ranks));
  experiment.add(prefetch_setting(dealing));
  experiment.add(node_settings(dealing));
  experiment.add({.name = "repeat", .place = &repeat, .summary = "runs of every row, in turns", .range = at_least(1)});
  experiment.add(
      unrecorded("verdict", &verdict, "test which one-sided operations make progress by themselves, instead of Cases"));
  experiment.add(unrecorded("saturate", &saturate,
                            "measure values per second without work, by number of ranks, instead of Cases"));
  experiment.add(unrecorded("saturate-time", duration_place(saturate_time),
                            "length of each of these measurements, unless a rank has drawn 200000 values earlier", {},
                            above(0)));

  const Group tasks{command, "Tasks"};
  tasks.add(unrecorded("work", duration_place(work), "mean length of a task: 20ms, 300us, 1s", {}, above(0)));
  tasks.add({.name = "work-kind",
             .place = place(work_kind),
             .summary = "what a task does",
             .values = {{"busy", "a fixed number of iterations, calibrated alone"},
                        {"sleep", "sleeps, for many ranks on few cores"},
                        {"fock", "busy, for as long as fock --save-costs recorded"},
                        {"device", "a device is busy, and the rank waits for it"}}});
  tasks.add(device_settings(device));
  tasks.add({.name = "distribution",
             .place = place(distribution),
             .summary = "distribution of the lengths of tasks",
             .values = {{"fixed"}, {"uniform", "from 0.5 to 1.5 times the mean"}, {"exponential"}, {"lognormal"}},
             .documented = {"fixed", "uniform", "exponential", "lognormal", "recorded"}});
  tasks.input_file("--costs", costs, "file of recorded task costs, for --work-kind fock or sleep");
  tasks.add({.name = "stretch",
             .place = &stretch,
             .summary = "factor by which recorded costs are multiplied",
             .range = above(0)});
  tasks.add({.name = "tasks-per-rank",
             .place = &tasks_per_rank,
             .summary = "tasks per working rank",
             .range = {.least = 1, .most = 1e7}});
  tasks.add({.name = "seed", .place = &seed, .summary = "seed of lengths and arrival times"});

  Group{command, "Progress"}.add(progress_option_settings(progress_options));

  const Group program{command, "Program"};
  program.add(thread_level.setting());
  output.add(program);
  trace.add(program);
}

void CounterOptions::resolve() {
  require_helper(progress_options, uses_helpers());
  require(work_kind != "fock" || !costs.empty(), "--work-kind fock needs --costs FILE");
  require(work_kind == "fock" || work_kind == "sleep" || costs.empty(), "--costs FILE needs --work-kind fock or sleep");
  require(trace.file.empty() || runs_cases(),
          "--trace records the cases: it goes with neither --verdict nor --saturate");
  require(!verdict || (window_infos.size() == 1 && window_infos.front().empty()),
          "--verdict measures windows without info keys: leave out --window-info");
}

WorkKind CounterOptions::kind() const {
  if (work_kind == "device") return WorkKind::device;
  return work_kind == "sleep" ? WorkKind::sleep : WorkKind::busy;
}

bool CounterOptions::uses_helpers() const {
  if (find_progress(progress).helper) return true;
  if (runs_cases() && std::ranges::find(cases, 3) != cases.end()) return true;
  return std::ranges::any_of(counters, [this](const std::string& name) {
    return find_progress(progress_in_effect(name, dealing.node_counter, "none")).helper;
  });
}

std::vector<WindowChoice> CounterOptions::window_list() const { return window_choices(windows, window_infos); }

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
      needs.openshmem |= dealer.openshmem;
    }
  find_progress(progress).add_needs(needs);  // last: it may depend on the rest
  return thread_level.apply(needs, who);
}

}  // namespace fockproxy
