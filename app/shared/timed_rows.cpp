#include "app/shared/timed_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/json.hpp"
#include "support/duration.hpp"

namespace fockproxy {

Settings EffortOptions::settings() {
  return {{.name = "row-time",
           .place = duration_place(limits.seconds),
           .summary = "time of a row, verification included; rows have at least 7 samples",
           .range = above(0),
           .key = "row_seconds"},
          {.name = "interval",
           .place = &limits.width,
           .summary = "a row ends early if the 95% interval of its median is this narrow, in percent of the median",
           .range = above(0),
           .unit = 0.01}};
}

std::string interval_text(const MedianInterval& interval, Stop stop) {
  return fmt::format("{:.1f}%{}", 50 * interval.width(), stop == Stop::time ? " t" : "");
}

Json histogram_json(const LogHistogram& histogram) {
  Json bins = Json::array();
  for (int bin = 0; bin < LogHistogram::bins; ++bin)
    if (const std::int64_t n = histogram.counts()[bin]; n > 0) bins.push_back({LogHistogram::lower_edge(bin), n});
  return bins;
}

Json histogram_schema() {
  const Json edge{{"type", "number"}, {"exclusiveMinimum", 0}}, samples{{"type", "integer"}, {"minimum", 0}};
  const Json bin{{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", Json::array({edge, samples})}};
  return {{"type", "array"}, {"items", bin}};
}

double hidden_share(double alone, double work, double together) {
  return std::clamp((alone + work - together) / std::min(alone, work), 0.0, 1.0);
}

}  // namespace fockproxy
