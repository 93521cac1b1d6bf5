// A rank that computes while another one wants something of its memory.
#pragma once

#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

// One target and one origin, ranks of `comm`. Everything it refers to must outlive it. All members are local: some are
// the target's to call, some the origin's.
class BusyTarget {
 public:
  BusyTarget(const Communicator& comm, int target, int origin, const SyntheticWork& work, ProgressStrategy& progress)
      : comm_(comm), target_(target), origin_(origin), work_(work), progress_(progress) {}

  // The target: computes for `period` seconds, is inside MPI for a moment, computes again, until release(). After
  // now() == `end` it stays inside MPI, so that whatever the origin waits for comes to its end.
  void compute_until_released(double period, double end) const;

  void ask() const;      // the origin: a message that only the target can answer, and the answer
  void release() const;  // the origin

 private:
  const Communicator& comm_;
  int target_, origin_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
};

}  // namespace fockproxy
