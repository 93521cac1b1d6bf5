// The tables of `fockproxy onesided` and their rows.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "onesided/measurement.hpp"

namespace fockproxy::onesided {

// The owner of the memory that a transfer accesses: the origin, a rank of its node, or a rank of another node.
struct Placement {
  std::string name;  // "self", "same node", "other node"
  int origin, target;
};
// The placements that this job allows. The target is always rank 0. Local.
std::vector<Placement> placements(const Runtime& runtime);

// The activity of the target during the transfers.
struct TargetState {
  double period = 0;              // seconds of each of its computations; 0: it is inside MPI all the time
  std::string progress = "none";  // the strategy that it uses if it computes
};

// The axes. Every table crosses the axes that concern it. If one of the first five is empty, the table makes its own
// choice.
struct Axes {
  std::vector<Choice<OperationEntry>> operations;
  std::vector<Combination> combinations;
  std::vector<Datatype> datatypes;
  std::vector<Completion> completions;
  std::vector<Method> methods;
  std::vector<WindowChoice> windows{WindowKind::allocate};
  std::vector<bool> warm{false};
  std::vector<TargetState> targets{TargetState{}};
  std::vector<TargetState> computing;             // of the table of busy targets
  std::size_t most_bytes = std::size_t{1} << 26;  // of a transfer
};

struct PlannedRow {
  std::string_view table;
  TransferCase the_case;
  std::string placement;  // "self", "same node", "other node"; the pattern if all ranks take part
  std::string progress;   // the strategy on every rank
  bool overlap = false;   // measured twice: alone, and beside as much computation of the origin
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
