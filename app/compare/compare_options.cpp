#include "app/compare/compare_options.hpp"

#include <algorithm>
#include <charconv>

#include "app/shared/dealers.hpp"
#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

void CompareOptions::add(CLI::App& command) {
  calculation.add_molecule_or_input(command);
  calculation.add_chemistry(command);

  const Group rows{command, "Rows"};
  rows.add(cases_setting(cases, {{"1", "every rank works"},
                                 {"2", "the first ranks idle inside MPI"},
                                 {"3", "every rank works beside a helper thread"}}));
  rows.add(counters_setting(counters));
  rows.add(windows_setting(windows));
  rows.add(window_infos_setting(window_infos));
  rows.add(strategies_setting(strategies, "progress strategies of Cases 1 and 2"));
  rows.add(unrecorded("owners", place(owners), "ranks that hold D and F in Case 2",
                      {{"all"}, {"idle", "only the idle ranks"}}));
  rows.add(unrecorded("grain", place(grains), "block sizes: shell, atom, or numbers of functions"));
  rows.add(case_2_setting(idle_ranks));
  rows.add({.name = "repeat",
            .place = place(repeat),
            .summary =
                "builds of every row and column, in turns: a number, or auto: until the efficiency is known within "
                "5% or 20 s have passed, and at least three",
            .key = ""});
  rows.add({.name = "inject",
            .place = place(inject),
            .summary = "a control: adds to each row a second one with known delays, such as "
                       "counter=1ms,get=200us,accumulate=200us"});

  const Group work{command, "Threads and tasks"};
  work.add(thread_settings(calculation.fock));
  work.add(chunk_setting(calculation.fock.dealing));
  work.add(in_flight_setting(calculation.fock.blocks));
  work.add(task_sleep_setting(calculation.fock));

  const Group communication{command, "Communication"};
  FockConfig& fock = calculation.fock;
  communication.add(matrix_setting(fock.blocks));
  communication.add(completion_settings(fock.blocks));
  communication.add(sum_setting(fock.blocks));
  communication.add(progress_option_settings(fock.progress.options));
  communication.add(calculation.thread_level.setting());

  const Group output{command, "Output"};
  calculation.output.add(output);
}

void CompareOptions::resolve() {
  require(std::ranges::find(counters, "static") == counters.end(),
          "--counter static is the column without communication in every row");
  for (const std::string& name : grains)
    require(Grain::parse(name).kind != Grain::Kind::automatic,
            "--grain auto is not possible here: give shell, atom or numbers of functions");
  if (repeat != "auto") {
    int number = 0;
    const char* const end = repeat.data() + repeat.size();
    const auto [rest, error] = std::from_chars(repeat.data(), end, number);
    require(error == std::errc() && rest == end && number >= 1,
            "--repeat '" + repeat + "' is neither auto nor a number that is at least 1");
    rounds = number;
  }
  delays = contracts::Delays::parse(inject);

  const auto helps = [](std::string_view name) { return find_progress(name).helper; };
  const bool any_helper = std::ranges::find(cases, 3) != cases.end() || std::ranges::any_of(strategies, helps) ||
                          std::ranges::any_of(counters, [&](const std::string& name) {
                            return helps(progress_in_effect(name, calculation.fock.dealing.node_counter, "none"));
                          });
  require_alone(strategies, std::ranges::find(cases, 3) != cases.end());
  // The calculation has the options of the column without communication.
  calculation.fock.counter = "static";
  calculation.fock.blocks.cache = "replicated";
  calculation.grain = "atom";
  calculation.resolve(any_helper);
}

std::vector<WindowChoice> CompareOptions::window_list() const { return window_choices(windows, window_infos); }

RuntimeOptions CompareOptions::needs() const {
  RuntimeOptions needs;
  const MatrixEntry& matrix = supported(*calculation.fock.blocks.matrix, "matrix");
  needs.global_arrays = matrix.needs_global_arrays;
  needs.openshmem = matrix.needs_openshmem;
  std::string who = "a row";
  const auto at_least = [&](int level, const std::string& name) {
    if (level <= needs.thread_level) return;
    needs.thread_level = level;
    who = name;
  };
  for (const std::string& name : strategies) at_least(find_progress(name).thread_level, "--progress " + name);
  for (const std::string& name : counters) {
    const RuntimeOptions dealer = dealer_needs(name);
    at_least(dealer.thread_level, "--counter " + name);
    needs.global_arrays |= dealer.global_arrays;
    needs.openshmem |= dealer.openshmem;
  }
  const FockConfig& fock = calculation.fock;
  if (fock.threads.count > 1) at_least(fock.threads.calls->thread_level, "--thread-calls " + fock.threads.calls.name());
  refuse_impossible_engine(fock);
  refuse_impossible_threads(fock, needs);
  if (std::ranges::find(cases, 3) != cases.end()) at_least(find_progress("helper-block").thread_level, "--case 3");
  for (const std::string& name : strategies) find_progress(name).add_needs(needs);  // last: it may depend on the rest
  return calculation.thread_level.apply(needs, who);
}

}  // namespace fockproxy
