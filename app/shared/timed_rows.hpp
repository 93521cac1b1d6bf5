// What the subcommands that time rows of their own have in common: how long a row takes, what is said of its median.
#pragma once

#include <string>

#include "app/shared/option_group.hpp"
#include "record/json_file.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

// --row-time and --interval.
struct EffortOptions {
  std::string row_time = "100ms";
  double interval = 5;  // percent

  void add(const Group& group);
  Limits resolve() const;  // throws UsageError
};

// "1.2%", half the interval over the median; " t" behind it where the row's time was up.
std::string interval_text(const MedianInterval& interval, Stop stop);
// Adds stopped_by, median_low and median_high to a row.
void add_interval(Json& row, const MedianInterval& interval, Stop stop);

// The share of the shorter of both that hides behind the other: what communication takes alone, work beside it, and
// both together. Seconds.
double hidden_share(double alone, double work, double together);

}  // namespace fockproxy
