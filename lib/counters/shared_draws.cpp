#include "counters/shared_draws.hpp"

#include "support/clock.hpp"

namespace fockproxy {

bool SharedDraws::take(std::optional<PositionRange>& one) {
  if (pool_.empty()) return false;
  const std::int64_t position = number(pool_.take());
  one = PositionRange{position, position + 1};
  return true;
}

std::optional<PositionRange> SharedDraws::next(DrawLog& log) {
  std::optional<PositionRange> one;
  const double asked = now();
  {
    const std::lock_guard lock(mutex_);
    if (take(one)) return one;
  }
  DrawLog drawn;
  calls_.call([&] {
    const std::lock_guard lock(mutex_);
    if (take(one)) return;  // another thread has drawn meanwhile
    const DrawLog before = distributor_.log();
    if (const auto range = distributor_.next()) pool_ = *range;
    drawn = distributor_.log().since(before);
    take(one);
  });
  log.add(drawn, now() - asked);
  return one;
}

}  // namespace fockproxy
