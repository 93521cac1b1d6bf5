// Times short blocks of calls in turns, for the benchmarks of this folder.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/clock.hpp"

namespace fockproxy {

inline double now_us() { return 1e6 * now(); }

// Microseconds per call.
template <class Call>
double time_block(int calls, Call call) {
  const double start = now_us();
  for (int i = 0; i < calls; ++i) call();
  return (now_us() - start) / calls;
}

inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// Medians over neighbouring blocks, so that drift of the machine cancels.
inline double median_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < b.size(); ++i) ratios.push_back(a[i] / b[i]);
  return quantile(ratios, 0.5);
}
inline double median_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < b.size(); ++i) differences.push_back(a[i] - b[i]);
  return quantile(differences, 0.5);
}

inline void print_times(const char* what, const std::vector<double>& times) {
  fmt::print("{:<34} median {:.4f} us, quartiles {:.4f} {:.4f}\n", what, quantile(times, 0.5), quantile(times, 0.25),
             quantile(times, 0.75));
}

}  // namespace fockproxy
