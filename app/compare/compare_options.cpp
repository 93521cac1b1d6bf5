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
  rows.list("--case", cases,
            "1: every rank works; 2: the first ranks idle inside MPI; 3: every rank works beside a helper thread");
  rows.list("--counter", counters, "counters or distributors: " + names_of(dealer_table()));
  rows.list("--window", windows, std::string("kinds of window: ") + all_window_kinds);
  rows.list("--progress", strategies, "progress strategies of Cases 1 and 2: " + names_of(progress_table()));
  rows.list("--owners", owners, "in Case 2: all ranks hold D and F, or the idle ones alone: all, idle");
  rows.list("--grain", grains, "block sizes: shell, atom, or numbers of functions");
  rows.option("--idle-ranks", idle_ranks, "ranks that idle in Case 2, from rank 0 up");
  rows.option("--repeat", repeat,
              "builds of every row and column, in turns: a number, or auto, until the efficiency is known within 5%, "
              "for 20 s, but three at least");
  rows.option("--inject", inject,
              "a control: adds to each row one with known delays, counter=1ms,get=200us,accumulate=200us");

  const Group work{command, "Threads and tasks"};
  work.add(thread_settings(calculation.fock));

  const Group communication{command, "Communication"};
  FockConfig& fock = calculation.fock;
  communication.add(matrix_setting(fock.blocks));
  communication.add(completion_settings(fock.blocks));
  communication.add(progress_option_settings(fock.progress.options));
  communication.add(calculation.thread_level.setting());

  const Group output{command, "Output"};
  calculation.output.add(output);
}

void CompareOptions::resolve() {
  for (const int c : cases) require(1 <= c && c <= 3, "--case " + std::to_string(c) + " is none of 1, 2, 3");
  for (const std::string& name : counters) {
    chosen("--counter", name, dealer_table());
    require(name != "static", "--counter static is the column without communication in every row");
  }
  for (const std::string& name : strategies) chosen("--progress", name, progress_table());
  for (const std::string& name : owners)
    require(name == "all" || name == "idle", "--owners '" + name + "' is none of all, idle");
  for (const std::string& name : grains)
    require(Grain::parse(name).kind != Grain::Kind::automatic, "--grain auto has no place here: name the grains");
  require(idle_ranks >= 1, "--idle-ranks must be at least 1");
  if (repeat != "auto") {
    int number = 0;
    const char* const end = repeat.data() + repeat.size();
    const auto [rest, error] = std::from_chars(repeat.data(), end, number);
    require(error == std::errc() && rest == end && number >= 1,
            "--repeat '" + repeat + "' is neither auto nor a number that is at least 1");
    rounds = number;
  }
  window_list();
  delays = contracts::Delays::parse(inject);

  const auto helps = [](std::string_view name) { return find_progress(name).helper; };
  const bool any_helper = std::ranges::find(cases, 3) != cases.end() || std::ranges::any_of(strategies, helps) ||
                          std::ranges::any_of(counters, [&](const std::string& name) {
                            return helps(progress_in_effect(name, calculation.fock.dealing.node_counter, "none"));
                          });
  // What the calculation itself is told: the column without communication.
  calculation.fock.counter = "static";
  calculation.fock.blocks.cache = "replicated";
  calculation.grain = "atom";
  calculation.resolve(any_helper);
}

std::vector<WindowKind> CompareOptions::window_list() const { return parse_windows(windows); }

RuntimeOptions CompareOptions::needs() const {
  RuntimeOptions needs;
  needs.global_arrays = supported(*calculation.fock.blocks.matrix, "matrix").needs_global_arrays;
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
  }
  const FockConfig& fock = calculation.fock;
  if (fock.threads.count > 1) at_least(fock.threads.calls->thread_level, "--thread-calls " + fock.threads.calls.name());
  refuse_impossible_threads(fock, needs);
  if (std::ranges::find(cases, 3) != cases.end()) at_least(find_progress("helper-block").thread_level, "--case 3");
  return calculation.thread_level.apply(needs, who);
}

}  // namespace fockproxy
