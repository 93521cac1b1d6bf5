// Two levels: the ranks of a node draw tickets from shared memory, and a global counter refills this memory.
#pragma once

#include "counters/distributor.hpp"
#include "counters/node_tickets.hpp"

namespace fockproxy {

// A rank that finds no ticket on its node and no refill under way draws `chunk` tickets from the global counter. A rank
// that finds no ticket during a refill keeps calling MPI, so that a counter that needs its home rank inside MPI makes
// progress. The schedule maps tickets to positions, as with a counter alone. The times of refills and of waits for them
// count for the rank that holds the counter. A draw from memory is not communication. Statistics: "node draws", "node
// refills", "node waits".
class NodeDistributor : public Distributor {
 public:
  // Collective. ranks_per_node: 0 for real nodes. k > 0 splits each real node into emulated nodes of the ranks with the
  // same rank / k, so one machine can emulate several nodes.
  NodeDistributor(const Communicator& world, int ranks_per_node, std::unique_ptr<Counter> counter, std::int64_t chunk,
                  std::shared_ptr<const Schedule> schedule, const Workers& workers);

  void begin(std::int64_t tasks) override;
  std::optional<PositionRange> next() override;
  void finish() override;
  bool works() const override { return workers_.works(); }
  std::vector<Statistic> statistics() const override;
  int node_size() const { return node_.size(); }

 private:
  Ticket draw();
  void refill();
  void wait_for_refill();

  Communicator node_;
  NodeTickets tickets_;
  std::unique_ptr<Counter> counter_;
  std::int64_t chunk_;
  std::shared_ptr<const Schedule> schedule_;
  Workers workers_;
  std::int64_t tasks_ = 0;
  std::int64_t all_tickets_ = 0;
  std::optional<PositionRange> share_;
  bool finished_ = true;
  std::int64_t draws_ = 0, refills_ = 0, waits_ = 0;
};

}  // namespace fockproxy
