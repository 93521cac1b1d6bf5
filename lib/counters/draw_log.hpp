// What dealing out tasks costs a rank in communication: counted and timed where it happens, by whom it went to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/clock.hpp"

namespace fockproxy {

// Draws of one rank from one target rank. A draw counts once, however many MPI operations it is made of.
struct DrawTally {
  std::int64_t draws = 0;
  std::int64_t bytes = 0;
  double seconds = 0;  // waited, from the call to the value
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
  // Runs `draw`, which goes to `target`, and logs it as `draws` draws with its time, no bytes; returns what it returns.
  template <class Draw>
  auto timed(int target, std::int64_t draws, Draw draw) {
    const double start = now();
    const auto value = draw();
    add(target, draws, 0, now() - start);
    return value;
  }

  // What was logged since `earlier`, a copy of this log.
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
  // Draws that another log has, of which this one waited `seconds` in all: for them, or for who made them.
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

  std::span<const DrawTally> by_target() const { return by_target_; }  // shorter than ranks where the last drew none
  std::int64_t draws() const {
    std::int64_t sum = 0;
    for (const DrawTally& tally : by_target_) sum += tally.draws;
    return sum;
  }

  std::int64_t past_end = 0;  // of the draws, those whose value stood for no task

 private:
  std::vector<DrawTally> by_target_;
};

// A number that a distributor counts beside its draws; the name is a string literal like "steal attempts".
struct Statistic {
  std::string_view name;
  std::int64_t value;
};

}  // namespace fockproxy
