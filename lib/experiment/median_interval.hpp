// How well a median is known, and when it is known well enough.
#pragma once

#include <vector>

namespace fockproxy {

// The order statistics that enclose the true median with 95% certainty whatever the distribution is (binomial, by its
// normal approximation): below 6 samples the smallest and the largest, which then enclose it with less.
struct MedianInterval {
  double median = 0, low = 0, high = 0;
  double width() const { return median > 0 ? (high - low) / median : 0; }
};
MedianInterval median_interval(std::vector<double> samples);  // of at least one; local

// The resolution of now() and what one reading costs, both in seconds: the smallest step that was seen and the median
// of many readings one after the other. Local.
struct ClockCost {
  double resolution = 0, reading = 0;
};
ClockCost measure_clock();

}  // namespace fockproxy
