// The work of teams of threads (kernel/team_view.hpp) from that of a class of ket pairs (kernel/task_view.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eri/kernel/team_view.hpp"

namespace fockproxy::eri {

// All functions are local and thread-safe.

// The pairs of KetTask::ket by tasks of the batch, within a task by descending Schwarz bound.
struct TeamPairs {
  std::vector<const PairView*> pairs;
  std::vector<int> first_of_task;  // the first pair of each task, and the end
};
TeamPairs pairs_by_task(const KetTask& task);

// Appends a run for each task of the batch: the bra pairs of a list that can survive with some ket pair of the task,
// with the ket pairs that can survive with some bra pair. TeamRun::bras are in the list, ::first counts in `kets`, and
// ::task in the batch of `task`. ::first_item is not set.
void add_runs(const KetTask& task, const BraList& list, const TeamPairs& kets, std::vector<TeamRun>& runs);
// Sets TeamRun::first_item. Returns the number of items.
std::int64_t number_items(std::vector<TeamRun>& runs);

// Whether quartets of these classes may be computed in single precision.
inline bool may_be_single(const TaskScreen& screen, const ClassView& bra, const ClassView& ket) {
  return screen.single_below > 0 && fits_single(bra, ket);
}

// The form of a pair for TeamKet::single: the number of its numbers, and a function that writes them and returns the
// end. The class must have no factors.
std::size_t single_numbers(const PairView& pair, const ClassView& view);
float* write_single(const PairView& pair, const ClassView& view, float* to);

}  // namespace fockproxy::eri
