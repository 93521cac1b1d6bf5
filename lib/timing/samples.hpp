// The uncertainty of the median of samples, and the number of samples of a row.
#pragma once

#include <cstdint>
#include <vector>

namespace fockproxy {

// The order statistics that enclose the true median with 95% certainty for any distribution (binomial, in its normal
// approximation). Below 6 samples they are the smallest and the largest sample, with less certainty.
struct MedianInterval {
  double median = 0, low = 0, high = 0;
  double width() const { return median > 0 ? (high - low) / median : 0; }
};
MedianInterval median_interval(std::vector<double> samples);  // at least one sample; local

struct Limits {
  double seconds = 0.1;  // of a row, verification included
  double width = 0.05;   // relative, of the median's interval: a row ends at this width, after `enough` samples
  std::int64_t enough = 100;
  std::int64_t fewest = 7;  // samples, whatever time they take
};

enum class Stop { interval, time };  // a row ends because its median is known well enough, or its time is up

// Decides when a rank has taken enough samples. Construction starts the time of the row. Local.
class StopRule {
 public:
  explicit StopRule(const Limits& limits);
  bool wants_more(const std::vector<double>& samples);
  bool content() const { return content_; }  // whether the interval of the median is narrow enough

 private:
  Limits limits_;
  double deadline_;
  std::int64_t looked_at_ = 0;  // number of samples when the interval was last computed
  bool content_ = false;
};

}  // namespace fockproxy
