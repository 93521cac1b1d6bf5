// One dealing of tasks for all threads of a rank.
#pragma once

#include <mutex>

#include "counters/distributor.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// The threads of a rank share its ranges. Each takes the next positions of the last draw, as many as it can have in
// flight together. With `--counter node` this gives a hierarchy of three levels: rank, node and world. Thread-safe,
// except begin(). All objects that it refers to must outlive it.
class SharedDraws {
 public:
  // most: positions that a thread takes at a time, at least 1.
  SharedDraws(Distributor& distributor, ThreadCalls& calls, std::int64_t most)
      : distributor_(distributor), calls_(calls), most_(most) {}

  // Local; call it after begin() of the distributor.
  void begin() { pool_ = {0, 0}; }

  // Up to `most` consecutive positions of one draw, in its order, or nothing if all are dealt. Adds the draws that it
  // needed to `log`, with the whole time that the calling thread waited for them.
  std::optional<PositionRange> next(DrawLog& log);

  const Distributor& distributor() const { return distributor_; }

 private:
  bool take(std::optional<PositionRange>& some);

  Distributor& distributor_;
  ThreadCalls& calls_;
  std::int64_t most_;
  std::mutex mutex_;          // not held while a thread waits for another to call MPI
  PositionRange pool_{0, 0};  // the rest of the last draw
};

// The dealing as seen by one thread, with its own log. The caller calls begin() and finish() of the distributor itself.
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
  bool tells_statistics_;  // true for one thread, because the distributor has one set of statistics for all
};

}  // namespace fockproxy
