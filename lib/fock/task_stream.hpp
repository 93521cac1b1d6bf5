// The tasks that one rank does, one after the other.
#pragma once

#include <optional>

#include "counters/distributor.hpp"
#include "fock/build_plan.hpp"
#include "record/trace.hpp"

namespace fockproxy {

struct NumberedTask {
  TaskId id;
  Task task;
};

// Draws from the distributor whenever the tasks of the last draw are used up. Local. What it refers to must outlive it.
class TaskStream {
 public:
  // `home`: the rank that a draw goes to, -1 for none; `trace`: nullptr, or where draws are noted.
  TaskStream(Distributor& work, const BuildPlan& plan, int home, TraceRing* trace)
      : work_(work), plan_(plan), home_(home), trace_(trace) {}

  std::optional<NumberedTask> next();  // empty when no tasks are left; then never called again

 private:
  Distributor& work_;
  const BuildPlan& plan_;
  int home_;
  TraceRing* trace_;
  PositionRange drawn_{0, 0};  // what is left of the last draw
};

}  // namespace fockproxy
