#include "app/shared/timed_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/json.hpp"
#include "support/duration.hpp"

namespace fockproxy {

void EffortOptions::add(const Group& group) {
  group.option("--row-time", row_time, "of a row, verification included; rows have at least 7 samples");
  group.option("--interval", interval,
               "a row ends earlier when the 95% interval of its median is so narrow, in percent of it");
}

Limits EffortOptions::resolve() const {
  Limits limits;
  limits.seconds = parse_duration(row_time);
  require(std::isfinite(interval) && interval > 0, "--interval must be above 0");
  limits.width = interval / 100;
  return limits;
}

std::string interval_text(const MedianInterval& interval, Stop stop) {
  return fmt::format("{:.1f}%{}", 50 * interval.width(), stop == Stop::time ? " t" : "");
}

void add_interval(Json& row, const MedianInterval& interval, Stop stop) {
  row.update({{"stopped_by", stop == Stop::interval ? "interval" : "time"},
              {"median_low", interval.low},
              {"median_high", interval.high}});
}

double hidden_share(double alone, double work, double together) {
  return std::clamp((alone + work - together) / std::min(alone, work), 0.0, 1.0);
}

}  // namespace fockproxy
