// Tasks dealt by one shared counter: the workload of the study of van Dam, Dunning, Boschen and Nieplocha (2008).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "predict/machine.hpp"
#include "tasks/schedule.hpp"

namespace fockproxy::predict {

struct SelfSchedulingOptions {
  std::int64_t tasks = 0;
  std::function<double(int rank, Position)> task_seconds;
  std::shared_ptr<const Schedule> schedule;  // for the ranks that work
  std::function<Operation(int rank)> draw;   // at the rank that holds the counter; also for that rank itself
  std::vector<char> works{};                 // by rank; empty: all ranks work
};

// Each rank draws a ticket, computes the tasks of the ticket, and draws again.
class SelfScheduling final : public Workload {
 public:
  SelfScheduling(int ranks, SelfSchedulingOptions options);

  Step next(int rank) override;
  void take_effect(int rank) override { ranks_[rank].ticket = Ticket{value_++}; }

  std::int64_t draws() const { return value_; }

 private:
  struct Rank {
    Ticket ticket{};
    PositionRange range{0, 0};
    bool drawing = false, started = false;
    int worker = -1;
  };

  SelfSchedulingOptions options_;
  std::vector<Rank> ranks_;
  std::int64_t value_ = 0;
};

}  // namespace fockproxy::predict
