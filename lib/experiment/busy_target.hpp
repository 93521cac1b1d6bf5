// A rank that computes while others want something of its memory.
#pragma once

#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

// One target, a rank of `comm`, and so many origins, other ranks of it. Everything it refers to must outlive it. All
// members are local: some are the target's to call, some an origin's.
class BusyTarget {
 public:
  BusyTarget(const Communicator& comm, int target, int origins, const SyntheticWork& work, ProgressStrategy& progress)
      : comm_(comm), target_(target), origins_(origins), work_(work), progress_(progress) {}

  // The target: computes for `period` seconds, is inside MPI for a moment (and inside what else serves others, see
  // parallel/waiting.hpp), computes again, until release() by every origin. After now() == `end` it stays inside, so
  // that whatever origins wait for comes to its end.
  void compute_until_released(double period, double end) const;

  void ask() const;      // an origin: a message that only the target can answer, and the answer
  void release() const;  // an origin

 private:
  const Communicator& comm_;
  int target_, origins_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
};

}  // namespace fockproxy
