// Two levels: the ranks of a node draw tickets from memory they share, which is refilled from a global counter.
#pragma once

#include "counters/distributor.hpp"
#include "counters/node_tickets.hpp"

namespace fockproxy {

// Whoever finds its node out of tickets, and nobody refilling, draws `chunk` of them from the global counter; ranks
// that meanwhile find none keep calling MPI, so that a counter which needs its home inside MPI is served. Tickets
// become ids by the schedule, as with a counter alone. The time of a refill, and of waiting for another rank's, goes to
// the rank that holds the counter; a draw from memory is no communication. Statistics: "node draws", "node refills",
// "node waits".
class NodeDistributor : public Distributor {
 public:
  // Collective. ranks_per_node: 0 for MPI's own nodes; k > 0 splits each of them into nodes of the ranks with the same
  // rank / k, so that one machine can play several.
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
