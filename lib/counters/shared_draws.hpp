// One dealing of tasks for all threads of a rank.
#pragma once

#include <mutex>

#include "counters/distributor.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// What a rank draws, its threads share out task by task: with the nodes of `--counter node`, that is the third level
// of a hierarchy of rank, node and world. Thread-safe, but for begin(). What it refers to must outlive it.
class SharedDraws {
 public:
  SharedDraws(Distributor& distributor, ThreadCalls& calls) : distributor_(distributor), calls_(calls) {}

  // Local; after the distributor's own begin().
  void begin() { pool_ = {0, 0}; }

  // One position, or nothing when all are dealt. Draws that it took are added to `log`, with all the time that the
  // calling thread waited for them.
  std::optional<PositionRange> next(DrawLog& log);

  const Distributor& distributor() const { return distributor_; }

 private:
  bool take(std::optional<PositionRange>& one);

  Distributor& distributor_;
  ThreadCalls& calls_;
  std::mutex mutex_;          // never held by a thread that waits for another to call MPI
  PositionRange pool_{0, 0};  // what is left of the last draw
};

// The dealing as one thread sees it, with a log of its own. begin() and finish() are the distributor's own business.
class ThreadDraws final : public Distributor {
 public:
  explicit ThreadDraws(SharedDraws& shared, bool tells_statistics)
      : shared_(shared), tells_statistics_(tells_statistics) {}

  void begin(std::int64_t) override { log_.clear(); }
  std::optional<PositionRange> next() override { return shared_.next(log_); }
  bool works() const override { return shared_.distributor().works(); }
  std::vector<Statistic> statistics() const override {
    return tells_statistics_ ? shared_.distributor().statistics() : std::vector<Statistic>{};
  }

 private:
  SharedDraws& shared_;
  bool tells_statistics_;  // the distributor has them once, whichever threads drew
};

}  // namespace fockproxy
