// Makes tasks longer than their computation without using a core.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "digestion/digestor.hpp"

namespace fockproxy {

// Digests each task, or batch of tasks, and then sleeps for the given seconds a task. These count as computing: the
// rank makes no MPI calls, as during computation. Results are those of the digestor and are verified as usual. More
// ranks and threads than cores can then run at once in studies of communication. Not thread-safe.
class SleepingDigestor final : public Digestor {
 public:
  SleepingDigestor(std::unique_ptr<Digestor> digestor, double seconds)
      : digestor_(std::move(digestor)), seconds_(seconds) {}

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override {
    const Counts counts = digestor_->digest(task, screen, blocks, progress);
    progress.sleep(seconds_);
    return counts;
  }
  void digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen, ProgressStrategy& progress) override {
    digestor_->digest_batch(batch, screen, progress);
    progress.sleep(seconds_ * static_cast<double>(batch.size()));
  }

 private:
  std::unique_ptr<Digestor> digestor_;
  double seconds_;
};

}  // namespace fockproxy
