// A rank that computes while other ranks access its memory.
#pragma once

#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

// One target, a rank of `comm`, and `origins` other ranks of it. All objects that it refers to must outlive it. All
// members are local; the target calls some of them, and an origin the others.
class BusyTarget {
 public:
  BusyTarget(const Communicator& comm, int target, int origins, const SyntheticWork& work, ProgressStrategy& progress)
      : comm_(comm), target_(target), origins_(origins), work_(work), progress_(progress) {}

  // Called by the target. It computes for `period` seconds, is inside MPI for a moment (and serves other ranks, see
  // parallel/waiting.hpp), and computes again, until every origin has called release(). After now() == `end` it stays
  // inside MPI, so that the operations of the origins complete.
  void compute_until_released(double period, double end) const;

  void ask() const;  // called by an origin: sends a message that only the target can answer, and waits for the answer
  void release() const;  // called by an origin

 private:
  const Communicator& comm_;
  int target_, origins_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
};

}  // namespace fockproxy
