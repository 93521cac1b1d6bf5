// How many samples a row takes.
#pragma once

#include <cstdint>
#include <vector>

#include "experiment/median_interval.hpp"

namespace fockproxy {

struct Limits {
  double seconds = 0.1;  // of a row, verification included
  double width = 0.05;   // of the median's interval: a row ends when it is that narrow, after `enough` samples
  std::int64_t enough = 100;
  std::int64_t fewest = 7;  // samples, whatever time they take
};

enum class Stop { interval, time };  // why a row ended: its median was known well enough, or its time was up

// Of one rank that takes samples; starts the time of the row. Local.
class StopRule {
 public:
  explicit StopRule(const Limits& limits);
  bool wants_more(const std::vector<double>& samples);
  bool content() const { return content_; }  // with the median's interval

 private:
  Limits limits_;
  double deadline_;
  std::int64_t looked_at_ = 0;  // samples, when the interval was last worked out
  bool content_ = false;
};

}  // namespace fockproxy
