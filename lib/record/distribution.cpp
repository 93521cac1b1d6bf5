#include "record/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fockproxy {
namespace {

constexpr double first_edge = 1e-8;

double quantile(const std::vector<double>& sorted, double q) {
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

Distribution distribution_of(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const double n = static_cast<double>(seconds.size());
  return {.count = static_cast<std::int64_t>(seconds.size()),
          .mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / n,
          .median = quantile(seconds, 0.5),
          .p90 = quantile(seconds, 0.9),
          .p99 = quantile(seconds, 0.99),
          .p999 = quantile(seconds, 0.999),
          .maximum = seconds.back()};
}

double LogHistogram::lower_edge(int bin) { return first_edge * std::pow(10.0, double(bin) / bins_per_decade); }

int LogHistogram::bin_of(double seconds) {
  if (!(seconds > first_edge)) return 0;
  // Rounding must not put the edge itself into the bin below it.
  const double place = bins_per_decade * std::log10(seconds / first_edge) + 1e-9;
  return std::min(static_cast<int>(place), bins - 1);
}

double jain_fairness(const std::vector<double>& shares) {
  double sum = 0, squares = 0;
  for (const double share : shares) {
    sum += share;
    squares += share * share;
  }
  return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1;
}

}  // namespace fockproxy
