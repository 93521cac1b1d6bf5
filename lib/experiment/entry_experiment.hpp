// Measures how often a computing target must enter MPI before operations of another rank are complete.
#pragma once

#include <functional>
#include <vector>

#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {

// One operation, or several that were issued and completed together.
struct EntrySample {
  double seconds = 0;        // from the first issue to the completion of the last
  std::int64_t entries = 0;  // calls of the target into MPI that began during this time
};

// Rank 0 computes for a period, calls MPI_Iprobe once, and computes again. Rank 1 issues operations at random times and
// waits until they are complete at rank 0. An entry is one such call. An operation that needs no call of its target has
// no entry, or sometimes one by chance. An operation that the first call completes has one.
// Ranks 0 and 1 measure, and the other ranks wait without spinning. All objects that it refers to must outlive it.
class EntryExperiment {
 public:
  // Collective. work: must be busy work. progress: must be started.
  EntryExperiment(const Communicator& world, const ClockOffset& clock, const SyntheticWork& work,
                  ProgressStrategy& progress, std::uint64_t seed)
      : comm_(world.handle()), clock_(clock), work_(work), progress_(progress), seed_(seed) {}

  static constexpr int target_rank = 0, origin_rank = 1;

  const Communicator& comm() const { return comm_; }

  // Collective; the result is on rank 0. Only rank 1 calls `perform`, which returns when its operations are complete at
  // rank 0 and may throw ComputationError. period: seconds; 0: rank 0 stays inside MPI, and entries are not counted.
  // Returns fewer than `samples` samples if operations need so many calls that they take many times as long as
  // expected. If even the first sample takes longer, its entries are a lower bound. Throws AgreedComputationError if an
  // operation fails.
  std::vector<EntrySample> measure(double period, int samples, const std::function<void()>& perform);

 private:
  struct Interval {
    double begin, end;
  };
  std::vector<double> serve(double period, double end);
  std::vector<Interval> sample(double period, int samples, double end, const std::function<void()>& perform);

  Communicator comm_;
  ClockOffset clock_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
};

}  // namespace fockproxy
