#include "tasks/task_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/random.hpp"

namespace fockproxy {

namespace {

using Ids = std::vector<std::int64_t>;

auto shuffled(std::uint64_t seed) {
  return [seed](std::int64_t a, std::int64_t b) {  // hash64 is a bijection: no ties
    return hash64(seed ^ hash64(static_cast<std::uint64_t>(a))) < hash64(seed ^ hash64(static_cast<std::uint64_t>(b)));
  };
}

void costliest(Ids& ids, std::span<const double> costs, std::uint64_t) {
  std::ranges::sort(ids,
                    [&](std::int64_t a, std::int64_t b) { return costs[a] != costs[b] ? costs[a] > costs[b] : a < b; });
}

void random(Ids& ids, std::span<const double>, std::uint64_t seed) { std::ranges::sort(ids, shuffled(seed)); }

void stratified(Ids& ids, std::span<const double> costs, std::uint64_t seed) {
  std::ranges::sort(ids, [&, before = shuffled(seed)](std::int64_t a, std::int64_t b) {
    const int class_of_a = std::ilogb(costs[a]), class_of_b = std::ilogb(costs[b]);
    return class_of_a != class_of_b ? class_of_a > class_of_b : before(a, b);
  });
}

constexpr OrderEntry table[] = {
    {"natural", "as the task ids run, so that neighbours share held blocks", false, nullptr},
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
  std::iota(ids_.begin(), ids_.end(), std::int64_t{0});
  order->arrange(ids_, costs, seed);
}

std::uint64_t TaskOrder::hash() const {
  std::uint64_t h = ids_.size();
  for (const std::int64_t id : ids_) h = hash_append(h, static_cast<std::uint64_t>(id));
  return h;
}

double TaskOrder::bytes_for(Choice<OrderEntry> order, double tasks) {
  if (order->arrange == nullptr) return 0;
  return (order->needs_costs ? 16.0 : 8.0) * tasks;
}

}  // namespace fockproxy
