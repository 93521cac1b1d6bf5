// The figures of rows that measure times (EffortOptions) until their median is known.
#pragma once

#include "app/shared/figure.hpp"
#include "app/shared/timed_rows.hpp"

namespace fockproxy {

// `measured`: the member of a row with the seconds, their interval and stop. `what`: the subject of the times. with_99:
// the table also shows the 99% quantile.
template <class Row, class Measured>
FigureList<Row> time_figures(Measured Row::* measured, const std::string& what, bool with_99 = false) {
  using F = Figure<Row>;
  const auto time = [measured](double Distribution::* part) {
    return [measured, part](const Row& row) { return (row.*measured).seconds.*part; };
  };
  const auto end = [measured](double MedianInterval::* part) {
    return [measured, part](const Row& row) { return (row.*measured).interval.*part; };
  };
  const auto interval = [measured](const Row& row) {
    return interval_text((row.*measured).interval, (row.*measured).stop);
  };
  const auto stop = [measured](const Row& row) { return (row.*measured).stop == Stop::interval ? "interval" : "time"; };
  return {F("seconds.median", "median", "s", what + ", median", time(&Distribution::median)),
          F("", "+-", "",
            "half the 95% interval of the median; t: the time of the row was up before the interval was narrow enough",
            interval),
          F("median_low", no_column, "s", "lower end of that interval", end(&MedianInterval::low)),
          F("median_high", no_column, "s", "upper end of it", end(&MedianInterval::high)),
          F("stopped_by", no_column, "", "why the row ended: its interval was narrow enough, or its time was up", stop,
            {.values = {{"interval"}, {"time"}}}),
          F("seconds.mean", no_column, "s", what + ", mean", time(&Distribution::mean)),
          F("seconds.p90", "90%", "s", what + ", 90% quantile", time(&Distribution::p90)),
          F("seconds.p99", with_99 ? std::optional("99%") : no_column, "s", what + ", 99% quantile",
            time(&Distribution::p99)),
          F("seconds.maximum", "max", "s", what + ", maximum", time(&Distribution::maximum)),
          F("samples", no_column, "", "number of measured times",
            [measured](const Row& row) { return (row.*measured).seconds.count; }, {.range = at_least(1)})};
}

// `histogram` returns the histogram of a row.
template <class Row, class Read>
Figure<Row> histogram_figure(const std::string& key, Read histogram) {
  return {key, no_column, "", "the bins that are not empty: lower edge in seconds, samples",
          Reading<Row>([histogram](const Row& row) { return histogram_json(histogram(row)); }, histogram_schema())};
}

// The last column: a word if the row was disturbed.
template <class Row, class Measured>
Figure<Row> disturbed_figure(Measured Row::* measured) {
  return Figure<Row>("disturbed", "", "", "a rank waited for a core for more than 5% of the time of the row",
                     [measured](const Row& row) { return (row.*measured).disturbed; });
}

}  // namespace fockproxy
