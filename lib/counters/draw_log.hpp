// The communication for dealing tasks on a rank, counted and timed where it is made, by target rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/clock.hpp"

namespace fockproxy {

// Draws of one rank from one target rank. A draw counts once, whatever its number of MPI operations.
struct DrawTally {
  std::int64_t draws = 0;
  std::int64_t bytes = 0;
  double seconds = 0;  // the wait from the call to the value
};

// Local; not thread-safe.
class DrawLog {
 public:
  void clear() { *this = {}; }
  void add(int target, std::int64_t draws, std::int64_t bytes, double seconds) {
    if (target >= std::ssize(by_target_)) by_target_.resize(target + 1);
    DrawTally& tally = by_target_[target];
    tally.draws += draws;
    tally.bytes += bytes;
    tally.seconds += seconds;
  }
  // Runs `draw` on `target`, and logs it as `draws` draws with its time and no bytes. Returns the result of `draw`.
  template <class Draw>
  auto timed(int target, std::int64_t draws, Draw draw) {
    const double start = now();
    const auto value = draw();
    add(target, draws, 0, now() - start);
    return value;
  }

  // The entries since `earlier`, a copy of this log.
  DrawLog since(const DrawLog& earlier) const {
    DrawLog later = *this;
    later.past_end -= earlier.past_end;
    for (std::size_t t = 0; t < earlier.by_target_.size(); ++t) {
      later.by_target_[t].draws -= earlier.by_target_[t].draws;
      later.by_target_[t].bytes -= earlier.by_target_[t].bytes;
      later.by_target_[t].seconds -= earlier.by_target_[t].seconds;
    }
    return later;
  }
  // Adds the draws of another log, for which this thread waited `seconds` in all, including waits for the threads that
  // made the draws.
  void add(const DrawLog& more, double seconds) {
    past_end += more.past_end;
    int last = 0;
    for (int t = 0; t < std::ssize(more.by_target_); ++t) {
      const DrawTally& tally = more.by_target_[t];
      if (tally.draws == 0 && tally.seconds == 0) continue;
      add(t, tally.draws, tally.bytes, tally.seconds);
      seconds -= tally.seconds;
      last = t;
    }
    if (!more.by_target_.empty()) add(last, 0, 0, std::max(seconds, 0.0));
  }

  std::span<const DrawTally> by_target() const { return by_target_; }  // without the last ranks if they got no draws
  std::int64_t draws() const {
    std::int64_t sum = 0;
    for (const DrawTally& tally : by_target_) sum += tally.draws;
    return sum;
  }

  std::int64_t past_end = 0;  // the number of draws whose value was past the last task

 private:
  std::vector<DrawTally> by_target_;
};

// A number that a distributor counts in addition to its draws. The name is a string literal like "steal attempts".
struct Statistic {
  std::string_view name;
  std::int64_t value;
};

}  // namespace fockproxy
