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
           .summary = "a row ends earlier when the 95% interval of its median is this narrow, in percent of it",
           .range = above(0),
           .unit = 0.01}};
}

std::string interval_text(const MedianInterval& interval, Stop stop) {
  return fmt::format("{:.1f}%{}", 50 * interval.width(), stop == Stop::time ? " t" : "");
}

void add_times(Json& row, const MedianInterval& interval, Stop stop, const Distribution& seconds) {
  row.update({{"stopped_by", stop == Stop::interval ? "interval" : "time"},
              {"median_low", interval.low},
              {"median_high", interval.high},
              {"seconds",
               {{"mean", seconds.mean},
                {"median", seconds.median},
                {"p90", seconds.p90},
                {"p99", seconds.p99},
                {"maximum", seconds.maximum}}}});
}

Json histogram_json(const LogHistogram& histogram) {
  Json bins = Json::array();
  for (int bin = 0; bin < LogHistogram::bins; ++bin)
    if (const std::int64_t n = histogram.counts()[bin]; n > 0) bins.push_back({LogHistogram::lower_edge(bin), n});
  return bins;
}

double hidden_share(double alone, double work, double together) {
  return std::clamp((alone + work - together) / std::min(alone, work), 0.0, 1.0);
}

}  // namespace fockproxy
