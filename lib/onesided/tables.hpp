// The tables of `fockproxy onesided`: which rows each has.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "onesided/measurement.hpp"

namespace fockproxy::onesided {

// The owner of the memory that is moved: the origin, a rank of its node, or a rank of another node.
struct Placement {
  std::string name;  // "self", "same node", "other node"
  int origin, target;
};
// Those that this job has, rank 0 always the target. Local.
std::vector<Placement> placements(const Runtime& runtime);

// What the target does meanwhile.
struct TargetState {
  double period = 0;              // seconds that it computes at a time; 0: it is inside MPI all along
  std::string progress = "none";  // the strategy that it runs, if it computes
};

// The axes. Every table crosses those that concern it; where one of the first three is empty it takes its own choice.
struct Axes {
  std::vector<Choice<OperationEntry>> operations;
  std::vector<Completion> completions;
  std::vector<Method> methods;
  std::vector<WindowKind> windows{WindowKind::allocate};
  std::vector<bool> warm{false};
  std::vector<TargetState> targets{TargetState{}};
  std::vector<TargetState> computing;             // of the table of busy targets
  std::size_t most_bytes = std::size_t{1} << 26;  // of a transfer
};

struct PlannedRow {
  std::string_view table;
  TransferCase the_case;
  std::string placement;  // "self", "same node", "other node"; the pattern where all ranks take part
  std::string progress;   // the strategy on every rank
  bool overlap = false;   // measured twice: alone, and beside as much work of the origin's own
};

struct PlanContext {
  const Runtime& runtime;
  const Axes& axes;
};

struct TableEntry {
  std::string_view name;
  std::string_view summary;
  std::function<std::vector<PlannedRow>(const PlanContext&)> rows;  // local, the same on every rank
};
std::span<const TableEntry> table_table();
const TableEntry& look_up(Type<TableEntry>, std::string_view name);

}  // namespace fockproxy::onesided
