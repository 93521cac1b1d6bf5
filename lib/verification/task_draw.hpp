// Which tasks of a build are recomputed: drawn by chance, known to every rank, others in every build.
#pragma once

#include <cstdint>

namespace fockproxy {

// A seeded permutation of the tasks is gone through from build to build: no task is drawn twice before all were, as
// long as their number stays the same. The same draws on every rank; nothing is stored. Local.
class TaskDraw {
 public:
  explicit TaskDraw(std::uint64_t seed) : seed_(seed) {}

  // The next build has so many tasks, of which min(tasks, wanted) are drawn.
  void begin(std::int64_t tasks, std::int64_t wanted);

  // The place of a task among those drawn, random order; negative if it is not. About 20 ns.
  std::int64_t place(std::int64_t id) const {
    const std::int64_t from_first = permuted(id) - first_;
    const std::int64_t place = from_first < 0 ? from_first + tasks_ : from_first;
    return place < wanted_ ? place : -1;
  }

 private:
  std::int64_t permuted(std::int64_t id) const;

  std::uint64_t seed_;
  std::int64_t tasks_ = 0, wanted_ = 0, first_ = 0;
  int half_bits_ = 0;
};

}  // namespace fockproxy
