// The order in which tasks are dealt out: a permutation of the task ids, the same on every rank.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/choice.hpp"
#include "tasks/numbers.hpp"

namespace fockproxy {

// natural: as the ids run, L fastest, so that consecutive tasks share held blocks.
// costliest: by falling cost, so that no long task is left for the end.
// random: shuffled.
// stratified: by falling cost in classes of a factor of 2, shuffled within a class: large to small overall, but
//   neighbours in the order seldom share a block, which spreads the communication (Nieplocha, Harrison & Littlefield,
//   J. Supercomputing 10, 169 (1996)).
struct OrderEntry {
  std::string_view name;
  std::string_view summary;
  bool needs_costs;
  // Puts ids 0, 1, ... into the order; null: they are in it. costs and seed as for TaskOrder.
  void (*arrange)(std::vector<std::int64_t>& ids, std::span<const double> costs, std::uint64_t seed);
};
std::span<const OrderEntry> order_table();
const OrderEntry& look_up(Type<OrderEntry>, std::string_view name);  // throws UsageError listing the known names

// Immutable; thread-safe.
class TaskOrder {
 public:
  TaskOrder() = default;  // natural
  // costs: by id, of all tasks; not looked at unless the order needs them. Ties go by id, shuffles by hashes of seed
  // and id: equal arguments give equal orders on every machine.
  TaskOrder(Choice<OrderEntry> order, std::int64_t tasks, std::span<const double> costs, std::uint64_t seed);

  TaskId id(Position position) const { return TaskId{ids_.empty() ? number(position) : ids_[number(position)]}; }
  std::uint64_t hash() const;
  double bytes() const { return 8.0 * static_cast<double>(ids_.size()); }

  // Memory on every rank while the order is made, costs included.
  static double bytes_for(Choice<OrderEntry> order, double tasks);

 private:
  std::vector<std::int64_t> ids_;  // by position; empty: natural
};

}  // namespace fockproxy
