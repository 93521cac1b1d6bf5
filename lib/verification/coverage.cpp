#include "verification/coverage.hpp"

#include <algorithm>
#include <cmath>

namespace fockproxy {

namespace {

// The log of the probability that none of `drawn` out of `all` is one of the `faulty` (hypergeometric distribution).
double log_missed(double all, double drawn, double faulty) {
  const auto log_factorial = [](double n) { return std::lgamma(n + 1); };
  return log_factorial(all - faulty) - log_factorial(all - faulty - drawn) - log_factorial(all) +
         log_factorial(all - drawn);
}

}  // namespace

void Coverage::operator+=(const Coverage& more) {
  tasks += more.tasks;
  tasks_recomputed += more.tasks_recomputed;
  tasks_in_part += more.tasks_in_part;
  quartets += more.quartets;
  quartets_recomputed += more.quartets_recomputed;
  quartets_counted += more.quartets_counted;
  dropped_recomputed += more.dropped_recomputed;
  bounds_recomputed += more.bounds_recomputed;
}

double Coverage::smallest_share_of_tasks() const { return smallest_share_caught(tasks, tasks_recomputed); }

double Coverage::smallest_share_of_quartets() const {
  // If all quartets of a task are recomputed, this includes quartets that screening drops.
  return smallest_share_caught(std::max(quartets, quartets_recomputed), quartets_recomputed);
}

double Coverage::chance_to_find(double share_of_tasks) const {
  const auto all = static_cast<double>(tasks), drawn = static_cast<double>(tasks_recomputed);
  const double faulty = std::round(share_of_tasks * all);
  return faulty > all - drawn ? 1.0 : 1.0 - std::exp(log_missed(all, drawn, faulty));
}

double smallest_share_caught(std::int64_t all, std::int64_t drawn, double certainty) {
  if (all == 0) return 0;
  if (drawn == 0) return 1;
  const double allowed = std::log(1 - certainty);
  // If more are faulty than were left undrawn, a fault cannot be missed. Otherwise, more faulty ones are missed less
  // often.
  std::int64_t low = 0, high = all - drawn + 1;  // missed too often, caught
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const bool caught =
        log_missed(static_cast<double>(all), static_cast<double>(drawn), static_cast<double>(middle)) <= allowed;
    (caught ? high : low) = middle;
  }
  return static_cast<double>(high) / static_cast<double>(all);
}

}  // namespace fockproxy
