// How well the median of samples is known, and how many samples a row takes.
#pragma once

#include <cstdint>
#include <vector>

namespace fockproxy {

// The order statistics that enclose the true median with 95% certainty whatever the distribution is (binomial, by its
// normal approximation): below 6 samples the smallest and the largest, which then enclose it with less.
struct MedianInterval {
  double median = 0, low = 0, high = 0;
  double width() const { return median > 0 ? (high - low) / median : 0; }
};
MedianInterval median_interval(std::vector<double> samples);  // of at least one; local

struct Limits {
  double seconds = 0.1;  // of a row, verification included
  double width = 0.05;   // of the median's interval: a row ends when it is that narrow, after `enough` samples
  std::int64_t enough = 100;
  std::int64_t fewest = 7;  // samples, whatever time they take
};

enum class Stop { interval, time };  // why a row ended: its median was known well enough, or its time was up

// Decides when a rank has taken enough samples. Construction starts the time of the row. Local.
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
