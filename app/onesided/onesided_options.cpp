#include "app/onesided/onesided_options.hpp"

#include <algorithm>

#include "app/shared/dealers.hpp"
#include "app/shared/sizes.hpp"
#include "parallel/global_arrays.hpp"

namespace fockproxy {
namespace {

using namespace onesided;

std::vector<SettingValue> table_values() {
  std::vector<SettingValue> values = values_of(table_table());
  values.push_back({"all"});
  return values;
}

}  // namespace

void OneSidedOptions::add(CLI::App& command) {
  const Group what{command, "What to measure"};
  what.add(unrecorded("table", place(tables), "which tables", table_values()));
  what.add(unrecorded("list", &list, "print what each table is about and its operations, measure nothing"));
  what.add(unrecorded("operation", place(axes.operations), "these operations instead of those of each table",
                      values_of(operation_table())));
  what.add(unrecorded("combination", place(axes.combinations, combination_names),
                      "MPI_Op of operations that take one (default: sum; in the table operators: all)",
                      {{"sum", "MPI_SUM"},
                       {"replace", "MPI_REPLACE"},
                       {"no_op", "MPI_NO_OP, which MPI_Accumulate does not take"},
                       {"min", "MPI_MIN"},
                       {"max", "MPI_MAX"}}));
  what.add(unrecorded(
      "datatype", place(axes.datatypes, datatype_names),
      "datatype of MPI operations (default: own; in the table operators: all others)",
      {{"own", "int64 for fetch_and_op and compare_and_swap, else double"}, {"double"}, {"int64"}, {"int32"}}));
  what.add(windows_setting(windows));
  what.add(window_infos_setting(window_infos));
  what.add(unrecorded("completion", place(axes.completions, completion_names), "when a transfer counts as done",
                      {{"flush", "complete at the target"},
                       {"flush-local", "the origin may reuse its buffer"},
                       {"epoch", "lock and unlock around it"}}));
  what.add(unrecorded("method", place(axes.methods, method_names), "method for transfers of many segments",
                      {{"conservative"}, {"batched"}, {"direct"}, {"packed"}}));
  what.add(unrecorded(
      "cache", place(caches), "state of the words that move",
      {{"fresh", "the target wrote them immediately before"}, {"warm", "they were moved immediately before"}}));
  what.add(unrecorded("max-bytes", place(most_bytes), "longest transfer: 8, 16k, 64M"));

  const Group target{command, "Target"};
  target.add(unrecorded(
      "target", place(targets), "state of the target in all tables",
      {{"inside", "inside MPI all the time"}, {"computing", "computes; the table busy has both in any case"}}));
  target.add(strategies_setting(progress, "strategies of a target that computes"));
  target.add(unrecorded("period", duration_place(period),
                        "time that a computing target computes between two of its calls", {}, above(0)));
  target.add({.name = "work-kind",
              .place = place(work_kind),
              .summary = "how a target computes",
              .values = {{"busy", "a fixed number of iterations, calibrated alone"},
                         {"device", "a device is busy, and the target waits for it"}}});
  target.add(device_settings(device));
  target.add(progress_option_settings(progress_options));

  const Group more{command, "Effort"};
  more.add(effort.settings());
  more.add({.name = "inject",
            .place = place(inject),
            .summary = "put a fault into each transfer, to test that it is found",
            .values = {{"lost"}, {"late"}, {"misplaced"}},
            .key = "injected"});

  const Group program{command, "Program"};
  program.add(thread_level.setting());
  output.add(program);
}

void OneSidedOptions::resolve() {
  const bool all = std::ranges::find(tables, "all") != tables.end();
  for (const TableEntry& table : table_table())
    if (all) chosen_tables.emplace_back(table);
  if (!all) chosen_tables.assign(tables.begin(), tables.end());
  axes.windows = window_choices(windows, window_infos);
  axes.warm.clear();
  for (const std::string& cache : caches) axes.warm.push_back(cache == "warm");
  axes.most_bytes = parse_bytes("--max-bytes", most_bytes, std::size_t{1} << 26);
  for (const std::string& name : progress) axes.computing.push_back({period, name});
  axes.targets.clear();
  for (const std::string& state : targets) {
    if (state == "inside") axes.targets.emplace_back();
    else axes.targets.insert(axes.targets.end(), axes.computing.begin(), axes.computing.end());
  }
  fault = parse_mover_fault(inject);
  require(!list || output.json.empty(), "--list measures nothing, so --json has nothing to write");
  bool helper = false;
  for (const std::string& name : progress) helper = helper || find_progress(name).helper;
  require_helper(progress_options, helper);
  require_alone(progress, false);
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
  // Only for what this build has; rows that need more say that it is missing.
  if (built_with_global_arrays()) {
    for (const Choice<OperationEntry>& operation : axes.operations) needs.global_arrays |= operation->global_arrays;
    needs.global_arrays |= axes.operations.empty();
  }
  needs.accept_faulty_global_arrays = true;
  for (const std::string& name : progress) find_progress(name).add_needs(needs);  // last: it may depend on the rest
  return thread_level.apply(needs, who);
}

}  // namespace fockproxy
