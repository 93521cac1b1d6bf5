// No counter: the assignment of tickets to ranks is fixed in advance. The baseline.
#pragma once

#include "counters/distributor.hpp"

namespace fockproxy {

// The first ticket of a worker if each of `workers` workers has one run of consecutive tickets. For worker `workers`:
// the end.
std::int64_t first_of_block(std::int64_t tickets, int worker, int workers);

class StaticDistributor : public Distributor {
 public:
  StaticDistributor(const Workers& workers, FixedSchedule schedule, Assignment assignment);
  // Each rank is a worker.
  StaticDistributor(int rank, int ranks, FixedSchedule schedule, Assignment assignment = Assignment::cyclic)
      : StaticDistributor(Workers{rank, ranks}, schedule, assignment) {}

  void begin(std::int64_t tasks) override;
  std::optional<PositionRange> next() override;
  bool works() const override { return workers_.works(); }

 private:
  Ticket ticket(std::int64_t turn) const;  // of range number `turn` (from 0) of this worker

  Workers workers_;
  FixedSchedule schedule_;
  Assignment assignment_;
  std::int64_t tasks_ = 0;
  std::int64_t tickets_ = 0;
  std::int64_t turn_ = 0;
};

}  // namespace fockproxy
