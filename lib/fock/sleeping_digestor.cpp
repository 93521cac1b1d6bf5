#include "fock/sleeping_digestor.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "support/clock.hpp"

namespace fockproxy {

Digestor::Counts SleepingDigestor::digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                                          ProgressStrategy& progress) {
  constexpr double slice = 100e-6;
  const Counts counts = digestor_->digest(task, screen, blocks, progress);
  const double end = now() + seconds_;
  for (double left = seconds_; left > 0; left = end - now()) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, slice)));
    progress.passed();
  }
  return counts;
}

}  // namespace fockproxy
