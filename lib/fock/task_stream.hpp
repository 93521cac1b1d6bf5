// The tasks that one rank does, one after the other.
#pragma once

#include <optional>

#include "counters/distributor.hpp"
#include "record/trace.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy {

// Draws from the distributor whenever the tasks of the last draw are used up. Local. What it refers to must outlive it.
class TaskStream {
 public:
  // `home`: the rank that a draw goes to, -1 for none; `trace`: nullptr, or where draws are noted.
  TaskStream(Distributor& work, const TaskOrder& order, int home, TraceRing* trace)
      : work_(work), order_(order), home_(home), trace_(trace) {}

  std::optional<std::int64_t> next_id();  // empty when no tasks are left; then never called again

 private:
  Distributor& work_;
  const TaskOrder& order_;
  int home_;
  TraceRing* trace_;
  std::int64_t position_ = 0, end_ = 0;  // of the last draw
};

}  // namespace fockproxy
