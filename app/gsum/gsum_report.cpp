#include "app/gsum/gsum_report.hpp"

#include <fmt/format.h>

#include <map>

#include "app/shared/dealers.hpp"
#include "app/shared/sizes.hpp"
#include "app/shared/time_figures.hpp"

namespace fockproxy {
namespace {

using F = Figure<GsumRow>;

std::size_t bytes_of(const GsumRow& row) { return row.the_case.values * sizeof(double); }

std::string chunk_text(const GsumRow& row) {
  return row.the_case.chunk >= row.the_case.values ? "whole" : size_text(row.the_case.chunk * sizeof(double));
}

Outcome gsum_outcome(const GsumRow& row) { return {row.measured.unsupported, row.measured.fault}; }

FigureList<GsumRow> gsum_identity() {
  return {F("bytes", "bytes", "B", "size of the vector", bytes_of,
            {.cell = [](const GsumRow& row) { return size_text(bytes_of(row)); }, .range = at_least(8)}),
          F("method", "method", "", "how the sum is formed",
            [](const GsumRow& row) { return row.the_case.method.name(); }, {.values = values_of(global_sum_table())}),
          F("window", "window", "", "kind of window; -: the method has none",
            [](const GsumRow& row) { return row.the_case.method->has_windows ? to_string(row.the_case.window) : "-"; },
            {.values = window_labels()}),
          F("chunk_bytes", "chunk", "B", "bytes that are summed at a time",
            [](const GsumRow& row) { return row.the_case.chunk * sizeof(double); },
            {.cell = chunk_text, .range = at_least(8)}),
          F("late_seconds", "arrival", "s", "ranks arrive at random times up to this after the first; 0: together",
            [](const GsumRow& row) { return row.the_case.late; }, {.cell = [](const GsumRow& row) {
              return row.the_case.late > 0 ? "within " + format_seconds(row.the_case.late) : "together";
            }})};
}

FigureList<GsumRow> gsum_results() {
  const auto beside = [](double GsumRow::* part) {
    return [part](const GsumRow& row) { return row.together > 0 ? std::optional(row.*part) : std::nullopt; };
  };
  return {
      F("rounds", "rounds", "", "sums that were verified", [](const GsumRow& row) { return row.measured.rounds; },
        {.range = at_least(1)}),
      F("", "rate", "B/s", "size of the vector over the median",
        [](const GsumRow& row) { return static_cast<double>(bytes_of(row)) / row.measured.interval.median; }),
      F("extra_memory_bytes", "memory", "B",
        "resident memory beyond the vector, on the rank that needed most; negative: unknown",
        [](const GsumRow& row) { return row.measured.memory; },
        {.cell = [](const GsumRow& row) { return row.measured.memory < 0 ? "?" : format_bytes(row.measured.memory); },
         .range = {}}),
      F("with_work_seconds", "with work", "s", "the sum and as much work together (--beside-work)",
        beside(&GsumRow::together)),
      F("hidden_share", "hidden", "", "share of the time of the sum that the work hid", beside(&GsumRow::hidden),
        {.format = "{:.0f}%", .range = {.least = 0, .most = 1}}),
      disturbed_figure(&GsumRow::measured)};
}

// For each size and kind of arrival: the fastest row, and the rows within its confidence interval.
void print_best(const std::vector<GsumRow>& rows) {
  std::map<std::pair<std::size_t, double>, const GsumRow*> best;
  for (const GsumRow& row : rows) {
    if (!gsum_outcome(row).has_results()) continue;
    const GsumRow*& fastest = best[{row.the_case.values, row.the_case.late}];
    if (fastest == nullptr || row.measured.interval.median < fastest->measured.interval.median) fastest = &row;
  }
  for (const auto& [key, row] : best) {
    int as_good = 0;
    for (const GsumRow& other : rows)
      as_good += &other != row && gsum_outcome(other).has_results() && other.the_case.values == key.first &&
                 other.the_case.late == key.second && other.measured.interval.low <= row->measured.interval.high;
    fmt::print(
        "  {}{}: {}, chunk {}, is fastest ({}){}\n", size_text(bytes_of(*row)), key.second > 0 ? ", arriving late" : "",
        row->the_case.method.name(), chunk_text(*row), format_seconds(row->measured.interval.median),
        as_good > 0 ? fmt::format("; {} other row{} cannot be told from it", as_good, as_good > 1 ? "s" : "") : "");
  }
  fmt::print("\n");
}

}  // namespace

Figures<GsumRow> gsum_figures() {
  return {.identity = gsum_identity(),
          .results =
              joined(time_figures(&GsumRow::measured, "from the arrival of the last rank until the last has the sum"),
                     gsum_results()),
          .outcome = gsum_outcome,
          .name = [](const GsumRow& row) { return row.the_case.method.name() + ", " + size_text(bytes_of(row)); }};
}

void print_gsum(const std::vector<GsumRow>& rows) {
  fmt::print(
      "The global sum: from the arrival of the last rank until the last one has it\n{}{}"
      "  +-: half the 95% interval of the median; t: the time of the row was up before it was narrow enough;\n"
      "  memory: resident beyond the vector, on the rank that needed most\n\n",
      table_of(gsum_figures(), rows), reasons_of(gsum_figures(), rows));
  print_best(rows);
}

}  // namespace fockproxy
