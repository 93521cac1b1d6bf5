// The order in which a build deals out its tasks: a permutation of the task ids that is the same on every rank. Some
// orders need the estimate of costs at the end of this file.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/choice.hpp"
#include "tasks/numbers.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// natural: ascending ids, L fastest, so that consecutive tasks share held blocks.
// costliest: descending cost, so that no long task is left for the end.
// random: shuffled.
// stratified: descending cost in classes of a factor of 2, shuffled within a class. Costs decrease overall, but
// neighbours in the order rarely share a block, which spreads the communication (Nieplocha, Harrison & Littlefield, J.
// Supercomputing 10, 169 (1996)).
struct OrderEntry {
  std::string_view name;
  std::string_view summary;
  bool needs_costs;
  // Puts the ids 0, 1, ... into this order; null: they already are. costs and seed as for TaskOrder.
  void (*arrange)(std::vector<TaskId>& ids, std::span<const double> costs, std::uint64_t seed);
};
std::span<const OrderEntry> order_table();
const OrderEntry& look_up(Type<OrderEntry>, std::string_view name);  // throws UsageError listing the known names

// Immutable; thread-safe.
class TaskOrder {
 public:
  TaskOrder() = default;  // natural
  // costs: of all tasks, by id; unused unless the order needs them. Tasks of equal cost are ordered by id, and shuffles
  // use hashes of the seed and the id. Equal arguments therefore give equal orders on every machine.
  TaskOrder(Choice<OrderEntry> order, std::int64_t tasks, std::span<const double> costs, std::uint64_t seed);

  TaskId id(Position position) const {
    assert(number(position) >= 0 && (ids_.empty() || number(position) < std::ssize(ids_)));
    return ids_.empty() ? TaskId{number(position)} : ids_[number(position)];
  }
  std::uint64_t hash() const;
  double bytes() const { return 8.0 * static_cast<double>(ids_.size()); }

  // Bytes on every rank while the order is made, costs included.
  static double bytes_for(Choice<OrderEntry> order, double tasks);

 private:
  std::vector<TaskId> ids_;  // by position; empty: natural
};

// cost (I J|K L) = w_IJ w_KL, halved when both pairs are the same. w_IJ is a sum over the shell pairs of the block pair
// that can survive screening in some quartet: the primitives of both shells times the functions of both. The cost is
// the number of primitive quartets times the number of integrals, summed over the unscreened shell quartets of the
// task. It omits the work per quartet and the effect of the quartet test. This suffices for an order of tasks; measure
// times of tasks instead. The cost has no unit. Each term is an integer, so all ranks and machines get the same value.
// Immutable; thread-safe. Memory: 8 bytes for each pair of blocks.
class TaskCosts {
 public:
  TaskCosts(const BasisSet& basis, const BlockPartition& partition, const QuartetScreen& screen);

  double cost(const Task& t) const {
    const double product = weights_(t.i, t.j) * weights_(t.k, t.l);
    return t.i == t.k && t.j == t.l ? 0.5 * product : product;
  }

 private:
  Matrix weights_;  // blocks x blocks, lower triangle
};

}  // namespace fockproxy
