#include "counters/shared_draws.hpp"

#include <algorithm>

#include "support/clock.hpp"

namespace fockproxy {

bool SharedDraws::take(std::optional<PositionRange>& some) {
  if (pool_.empty()) return false;
  const std::int64_t first = number(pool_.first);
  some = PositionRange{first, std::min(first + most_, number(pool_.last))};
  pool_.first = some->last;
  return true;
}

std::optional<PositionRange> SharedDraws::next(DrawLog& log) {
  std::optional<PositionRange> some;
  const double asked = now();
  {
    const std::lock_guard lock(mutex_);
    if (take(some)) return some;
  }
  DrawLog drawn;
  calls_.call([&] {
    const std::lock_guard lock(mutex_);
    if (take(some)) return;  // another thread has drawn meanwhile
    const DrawLog before = distributor_.log();
    if (const auto range = distributor_.next()) pool_ = *range;
    drawn = distributor_.log().since(before);
    take(some);
  });
  log.add(drawn, now() - asked);
  return some;
}

}  // namespace fockproxy
