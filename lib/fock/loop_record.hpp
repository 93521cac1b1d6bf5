// What one thread of a rank did in one build, as it notes it itself.
#pragma once

#include <cstdint>
#include <vector>

#include "fock/task_ledger.hpp"
#include "record/operations.hpp"
#include "support/cache_line.hpp"

namespace fockproxy {

// Integrals and digestion of one task, and what they took. Trivially copyable.
struct TaskSeconds {
  std::int64_t id;
  double seconds;
};

struct alignas(apart) LoopRecord {
  explicit LoopRecord(int blocks) : ledger(blocks) {}

  RankRecord rank;
  TaskLedger ledger;
  std::vector<TaskSeconds> task_seconds;  // empty unless RecordOptions::task_costs
  double done = 0;                        // now() when the thread had nothing left to do
};

}  // namespace fockproxy
