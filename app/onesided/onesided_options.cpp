#include "app/onesided/onesided_options.hpp"

#include "app/shared/dealers.hpp"
#include "app/shared/sizes.hpp"
#include "parallel/global_arrays.hpp"
#include "support/duration.hpp"

namespace fockproxy {
namespace {

using namespace onesided;

template <class T, std::size_t n>
std::vector<T> listed(const char* option, const std::vector<std::string>& asked, const std::string_view (&names)[n]) {
  std::vector<T> values;
  for (const std::string& name : asked) {
    std::string known;
    std::size_t found = n;
    for (std::size_t i = 0; i < n; ++i) {
      known += (i == 0 ? "" : ", ") + std::string(names[i]);
      if (name == names[i]) found = i;
    }
    require(found < n, std::string(option) + " '" + name + "' is none of " + known);
    values.push_back(static_cast<T>(found));
  }
  return values;
}

constexpr std::string_view cache_names[] = {"fresh", "warm"};
constexpr std::string_view target_states[] = {"inside", "computing"};

}  // namespace

void OneSidedOptions::add(CLI::App& command) {
  const Group what{command, "What to measure"};
  what.list("--table", tables, "which tables, or all: " + names_of(table_table()));
  what.flag("--list", list, "print what each table is about and its operations, measure nothing");
  what.list("--operation", operations, "these operations instead of each table's own: " + names_of(operation_table()));
  what.list("--window", windows, std::string("kinds of window: ") + all_window_kinds);
  what.list(
      "--completion", completions,
      "flush (complete at the target), flush-local (the buffer is ours again), epoch (lock and unlock around it)");
  what.list("--method", methods, "of many segments: conservative, batched, direct, packed");
  what.list("--cache", caches,
            "the words that move: fresh (the target wrote them right before), warm (they were moved right before)");
  what.option("--max-bytes", most_bytes, "longest transfer: 8, 16k, 64M");

  const Group target{command, "Target"};
  target.list("--target", targets, "of all tables: inside (MPI all along), computing (the table busy has both anyway)");
  target.list("--progress", progress, "strategies of a target that computes: " + names_of(progress_table()));
  target.option("--period", period, "how long it computes at a time");
  target.add(progress_option_settings(progress_options));

  const Group effort{command, "Effort"};
  effort_options.add(effort);
  effort.option("--inject", inject, "give every transfer a fault, to see that it is found: lost, late, misplaced");

  const Group program{command, "Program"};
  program.add(thread_level.setting());
  output.add(program);
}

void OneSidedOptions::resolve() {
  const bool all = tables == std::vector<std::string>{"all"};
  for (const TableEntry& table : table_table())
    if (all) chosen_tables.emplace_back(table);
  if (!all)
    for (const std::string& name : tables) chosen_tables.push_back(chosen("--table", name, table_table()));
  for (const std::string& name : operations) axes.operations.push_back(chosen("--operation", name, operation_table()));
  axes.windows = parse_windows(windows);
  axes.completions = listed<Completion>("--completion", completions, completion_names);
  axes.methods = listed<Method>("--method", methods, method_names);
  axes.warm.clear();
  for (const int cache : listed<int>("--cache", caches, cache_names)) axes.warm.push_back(cache == 1);
  axes.most_bytes = parse_bytes("--max-bytes", most_bytes, std::size_t{1} << 26);
  const double seconds = parse_duration(period);
  for (const std::string& name : progress) {
    chosen("--progress", name, progress_table());
    axes.computing.push_back({seconds, name});
  }
  axes.targets.clear();
  for (const int state : listed<int>("--target", targets, target_states)) {
    if (state == 0) axes.targets.emplace_back();
    else axes.targets.insert(axes.targets.end(), axes.computing.begin(), axes.computing.end());
  }
  limits = effort_options.resolve();
  fault = parse_mover_fault(inject);
  require(inject.empty() || fault, "--inject '" + inject + "' is none of lost, late, misplaced");
  require(!list || output.json.empty(), "--list measures nothing that could be written");
  bool helper = false;
  for (const std::string& name : progress) helper = helper || find_progress(name).helper;
  require_helper(progress_options, helper);
  needs();
}

RuntimeOptions OneSidedOptions::needs() const {
  RuntimeOptions needs;
  if (list) return needs;
  std::string who = "--progress";
  for (const std::string& name : progress)
    if (const int level = find_progress(name).thread_level; level > needs.thread_level) {
      needs.thread_level = level;
      who = "--progress " + name;
    }
  // What this build has; a row of what it has not says so.
  if (built_with_global_arrays()) {
    for (const Choice<OperationEntry>& operation : axes.operations) needs.global_arrays |= operation->global_arrays;
    needs.global_arrays |= axes.operations.empty();
  }
  needs.accept_faulty_global_arrays = true;
  for (const std::string& name : progress) find_progress(name).add_needs(needs);  // last: it may depend on the rest
  return thread_level.apply(needs, who);
}

}  // namespace fockproxy
