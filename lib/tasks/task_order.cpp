#include "tasks/task_order.hpp"

#include <algorithm>
#include <cmath>

#include "support/random.hpp"

namespace fockproxy {

namespace {

using Ids = std::vector<TaskId>;

auto shuffled(std::uint64_t seed) {
  return [seed](TaskId a, TaskId b) {  // hash64 is a bijection, so there are no ties
    return hash64(seed ^ hash64(static_cast<std::uint64_t>(a))) < hash64(seed ^ hash64(static_cast<std::uint64_t>(b)));
  };
}

void costliest(Ids& ids, std::span<const double> costs, std::uint64_t) {
  const auto cost = [&](TaskId id) { return costs[number(id)]; };
  std::ranges::sort(ids, [&](TaskId a, TaskId b) { return cost(a) != cost(b) ? cost(a) > cost(b) : a < b; });
}

void random(Ids& ids, std::span<const double>, std::uint64_t seed) { std::ranges::sort(ids, shuffled(seed)); }

void stratified(Ids& ids, std::span<const double> costs, std::uint64_t seed) {
  std::ranges::sort(ids, [&, before = shuffled(seed)](TaskId a, TaskId b) {
    const int class_of_a = std::ilogb(costs[number(a)]), class_of_b = std::ilogb(costs[number(b)]);
    return class_of_a != class_of_b ? class_of_a > class_of_b : before(a, b);
  });
}

constexpr OrderEntry table[] = {
    {"natural", "by task id, so that consecutive tasks share held blocks", false, nullptr},
    {"costliest", "by falling estimated cost", true, costliest},
    {"random", "shuffled", false, random},
    {"stratified", "by falling estimated cost, shuffled within every factor of 2", true, stratified},
};

}  // namespace

std::span<const OrderEntry> order_table() { return table; }

const OrderEntry& look_up(Type<OrderEntry>, std::string_view name) {
  return entry_of(order_table(), "task order", name);
}

TaskOrder::TaskOrder(Choice<OrderEntry> order, std::int64_t tasks, std::span<const double> costs, std::uint64_t seed) {
  if (order->arrange == nullptr) return;
  ids_.resize(tasks);
  for (std::int64_t id = 0; id < tasks; ++id) ids_[id] = TaskId{id};
  order->arrange(ids_, costs, seed);
}

std::uint64_t TaskOrder::hash() const {
  std::uint64_t h = ids_.size();
  for (const TaskId id : ids_) h = hash_append(h, static_cast<std::uint64_t>(id));
  return h;
}

double TaskOrder::bytes_for(Choice<OrderEntry> order, double tasks) {
  if (order->arrange == nullptr) return 0;
  return (order->needs_costs ? 16.0 : 8.0) * tasks;
}

TaskCosts::TaskCosts(const BasisSet& basis, const BlockPartition& partition, const QuartetScreen& screen)
    : weights_(Matrix::Zero(partition.blocks(), partition.blocks())) {
  const auto weight = [&](int s) {
    const Shell& shell = basis.shell(s);
    return static_cast<double>(shell.exponents.size()) * shell.functions();
  };
  for (int i = 0; i < partition.blocks(); ++i)
    for (int j = 0; j <= i; ++j)
      for (int a = partition.first_shell(i); a < partition.last_shell(i); ++a)
        for (int b = partition.first_shell(j); b < partition.last_shell(j) && (i != j || b <= a); ++b)
          if (screen.keeps_shell_pair(a, b)) weights_(i, j) += weight(a) * weight(b);
}

}  // namespace fockproxy
