// What the subcommands that time rows of their own have in common: how long a row takes, what is said of its median.
#pragma once

#include <string>

#include "app/shared/option_group.hpp"
#include "record/distribution.hpp"
#include "record/json_file.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

// --row-time and --interval.
struct EffortOptions {
  Limits limits;

  Settings settings();
};

// "1.2%", half the interval over the median; " t" behind it where the row's time was up.
std::string interval_text(const MedianInterval& interval, Stop stop);
// The bins that are not empty: [lower edge in seconds, samples].
Json histogram_json(const LogHistogram& histogram);
Json histogram_schema();

// The share of the shorter of both that hides behind the other: what communication takes alone, work beside it, and
// both together. Seconds.
double hidden_share(double alone, double work, double together);

}  // namespace fockproxy
