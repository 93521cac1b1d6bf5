// Tickets in memory that the ranks of one node share. An atomic deals them without messages.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "parallel/communicator.hpp"
#include "tasks/numbers.hpp"

namespace fockproxy {

// The end of a refill of `chunk` tickets that begins with ticket `first`. Tickets after the last one are all past the
// end, and a node need not draw them. So the last refill has no end.
std::int64_t end_of_refill(std::int64_t first, std::int64_t chunk, std::int64_t all_tickets);

// The tickets [next, end) that a node can still deal. Lock-free: `next` only grows, and a rank takes a ticket by
// compare-and-swap on it. A refill moves `next` before `end`, so a rank that read one of them too early fails its
// compare-and-swap or gets a ticket of the new run.
class NodeTickets {
 public:
  // Collective over `world`. `node` has the ranks that share memory (or some of them) and must outlive the object.
  // Throws UsageError if MPI_Win_allocate_shared fails, and ComputationError if the memory is not shared or not atomic.
  NodeTickets(const Communicator& world, const Communicator& node);
  ~NodeTickets();  // collective over `node`
  NodeTickets(const NodeTickets&) = delete;
  NodeTickets& operator=(const NodeTickets&) = delete;

  void clear();  // collective over `node`; afterwards there are no tickets and no refill is under way

  // The other members are local, and all ranks of the node may call them at once.
  std::optional<Ticket> take();
  bool empty() const;
  // True for one rank only, until it calls finish_refill(). This rank must check empty() before it refills, because
  // another rank may just have refilled.
  bool start_refill();
  bool refilling() const;
  // The refilling rank calls it when no ticket is left. Adds tickets [first, last), none smaller than an earlier one.
  void refill(std::int64_t first, std::int64_t last);
  void finish_refill();

 private:
  struct Shared {  // each member has its own cache line
    alignas(64) std::int64_t next;
    alignas(64) std::int64_t end;
    alignas(64) std::int64_t refilling;
  };
  static std::atomic_ref<std::int64_t> atomic(std::int64_t& word) { return std::atomic_ref<std::int64_t>(word); }

  const Communicator& node_;
  MPI_Win win_ = MPI_WIN_NULL;
  Shared* shared_ = nullptr;
};

}  // namespace fockproxy
