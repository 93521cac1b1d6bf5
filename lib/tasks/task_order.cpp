#include "tasks/task_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

constexpr OrderEntry table[] = {
    {"natural", "as the task ids run, so that neighbours share held blocks", false},
    {"costliest", "by falling estimated cost", true},
    {"random", "shuffled", false},
    {"stratified", "by falling estimated cost, shuffled within every factor of 2", true},
};

}  // namespace

std::span<const OrderEntry> order_table() { return table; }

const OrderEntry& find_order(std::string_view name) {
  std::string known;
  for (const OrderEntry& entry : table) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw AgreedUsageError("unknown task order '" + std::string(name) + "'; known: " + known);
}

TaskOrder::TaskOrder(std::string_view name, std::int64_t tasks, std::span<const double> costs, std::uint64_t seed) {
  if (find_order(name).name == "natural") return;
  ids_.resize(tasks);
  std::iota(ids_.begin(), ids_.end(), std::int64_t{0});
  const auto sort_by = [&](auto before) {
    std::ranges::sort(ids_, [&](std::int64_t a, std::int64_t b) { return before(a, b); });
  };
  const auto shuffled = [&](std::int64_t a, std::int64_t b) {  // hash64 is a bijection: no ties
    return hash64(seed ^ hash64(static_cast<std::uint64_t>(a))) < hash64(seed ^ hash64(static_cast<std::uint64_t>(b)));
  };
  if (name == "random") sort_by(shuffled);
  if (name == "costliest")
    sort_by([&](std::int64_t a, std::int64_t b) { return costs[a] != costs[b] ? costs[a] > costs[b] : a < b; });
  if (name == "stratified")
    sort_by([&](std::int64_t a, std::int64_t b) {
      const int class_of_a = std::ilogb(costs[a]), class_of_b = std::ilogb(costs[b]);
      return class_of_a != class_of_b ? class_of_a > class_of_b : shuffled(a, b);
    });
}

std::uint64_t TaskOrder::hash() const {
  std::uint64_t h = ids_.size();
  for (const std::int64_t id : ids_) h = hash_append(h, static_cast<std::uint64_t>(id));
  return h;
}

double TaskOrder::bytes_for(std::string_view name, double tasks) {
  if (name == "natural") return 0;
  return (find_order(name).needs_costs ? 16.0 : 8.0) * tasks;
}

}  // namespace fockproxy
