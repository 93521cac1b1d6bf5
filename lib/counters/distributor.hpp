// Who does which task: a Distributor deals ranges of task ids to ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "counters/counter.hpp"
#include "tasks/schedule.hpp"

namespace fockproxy {

class Distributor {
 public:
  virtual ~Distributor() = default;

  // Starts dealing ids [0, tasks). Collective; reusable.
  virtual void begin(std::int64_t tasks) = 0;

  // The next range for this rank, or nothing when all are dealt (and nothing again when asked again). Local; not
  // thread-safe.
  virtual std::optional<IdRange> next() = 0;

  // Local: this rank's draws from a shared counter since begin(), and whom they went to (-1: no counter).
  virtual std::int64_t draws() const { return 0; }
  virtual int counter_home() const { return -1; }
  virtual Traffic traffic() const { return {}; }  // of its counter, over the distributor's life
};

// Tickets from a shared counter, turned into ids by a schedule. A rank's last draw lies past the end.
class CounterDistributor : public Distributor {
 public:
  CounterDistributor(std::unique_ptr<Counter> counter, FixedSchedule schedule);
  void begin(std::int64_t tasks) override;
  std::optional<IdRange> next() override;
  std::int64_t draws() const override { return draws_; }
  int counter_home() const override { return counter_->home_rank(); }
  Traffic traffic() const override { return counter_->traffic(); }

 private:
  std::unique_ptr<Counter> counter_;
  FixedSchedule schedule_;
  std::int64_t tasks_ = 0;
  std::int64_t draws_ = 0;
  bool finished_ = true;
};

// No counter: ticket t belongs to rank t mod ranks. The baseline.
class StaticDistributor : public Distributor {
 public:
  StaticDistributor(int rank, int ranks, FixedSchedule schedule);
  void begin(std::int64_t tasks) override;
  std::optional<IdRange> next() override;

 private:
  int rank_;
  int ranks_;
  FixedSchedule schedule_;
  std::int64_t tasks_ = 0;
  std::int64_t ticket_ = 0;
};

}  // namespace fockproxy
