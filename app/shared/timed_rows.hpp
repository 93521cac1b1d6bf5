// Common parts of the subcommands that measure rows: the time per row, and the interval of its median.
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

// "1.2%", half the interval over the median. " t" follows if the time of the row was up.
std::string interval_text(const MedianInterval& interval, Stop stop);
// The bins that are not empty: [lower edge in seconds, samples].
Json histogram_json(const LogHistogram& histogram);
Json histogram_schema();

// The share of the shorter of two activities that overlaps the other one. Arguments: the time of the communication
// alone, of the work beside it, and of both together. Seconds.
double hidden_share(double alone, double work, double together);

}  // namespace fockproxy
