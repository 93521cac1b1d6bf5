// The figures of the rows of `fockproxy onesided`.
#include <fmt/format.h>

#include <numeric>

#include "app/onesided/onesided_report.hpp"
#include "app/shared/dealers.hpp"
#include "app/shared/sizes.hpp"
#include "app/shared/time_figures.hpp"
#include "app/shared/window_report.hpp"

namespace fockproxy {
namespace {

using namespace onesided;
using Row = OneSidedRow;
using F = Figure<Row>;

const TransferCase& case_of(const Row& row) { return row.planned.the_case; }

std::size_t bytes_of(const Row& row) {
  return case_of(row).footprint.words() * onesided::bytes_of(case_of(row).element());
}

double rate_of(const Row& row) { return static_cast<double>(bytes_of(row)) / row.measured.interval.median; }

std::string rate_text(const Row& row) {
  const double rate = rate_of(row);
  return rate < 1e9 ? fmt::format("{:.3g} MB/s", rate / 1e6) : fmt::format("{:.3g} GB/s", rate / 1e9);
}

std::string method_text(const Row& row) {
  if (case_of(row).footprint.is_contiguous()) return "-";
  if (case_of(row).operation->global_arrays) return "its own";
  const Method asked = case_of(row).method, done = in_effect(asked, case_of(row).footprint);
  return asked == done ? std::string(to_string(done)) : fmt::format("{} (not {})", to_string(done), to_string(asked));
}

FigureList<Row> onesided_identity() {
  const auto of = [](auto read) { return [read](const Row& row) { return read(case_of(row)); }; };
  using Case = const TransferCase&;
  const auto keys = [](const Row& row) -> const WindowInfo& { return case_of(row).window.info; };
  return {
      F("table", no_column, "", "the table of the row", [](const Row& row) { return row.planned.table; }),
      F("operation", "operation", "", "what is measured", of([](Case c) { return c.operation.name(); })),
      F("combination", "MPI_Op", "", "MPI_Op of the operation",
        of([](Case c) { return c.operation->combines ? std::optional(to_string(c.combination)) : std::nullopt; }),
        {.values = values_of(combination_names)}),
      F("datatype", "datatype", "", "datatype of the elements", of([](Case c) { return datatype_of(c.element()); }),
        {.values = {{"double"}, {"int64"}, {"int32"}}}),
      F("bytes", "size", "B", "bytes that one transfer moves", bytes_of, {.cell = shape_text, .range = at_least(4)}),
      F("method", "method", "", "requested method for a transfer of many segments",
        of([](Case c) { return to_string(c.method); }), {.cell = method_text, .values = values_of(method_names)}),
      F("window", "window", "", "kind of window; -: the operation has none",
        of([](Case c) { return c.operation->has_windows ? to_string(c.window.kind) : "-"; }),
        {.values = window_labels()}),
      window_info_figure<Row>(keys),
      window_info_kept_figure<Row>(keys),
      F("completion", "completion", "", "when a transfer counts as done",
        of([](Case c) { return to_string(c.completion); }), {.values = values_of(completion_names)}),
      F("placement", "to", "", "owner of the memory that is moved; the pattern, if all ranks take part",
        [](const Row& row) { return row.planned.placement; },
        {.values = {{"self"}, {"same node"}, {"other node"}, {"ring"}, {"one target"}, {"hot target"}}}),
      F("pattern", no_column, "", "which ranks take part", of([](Case c) { return to_string(c.traffic.pattern); }),
        {.values = values_of(pattern_names)}),
      F("target", "target", "", "what the target does meanwhile",
        of([](Case c) { return c.period > 0 ? "computing" : "inside"; }),
        {.cell = [](const Row& row) { return target_label(row.planned); }, .values = {{"inside"}, {"computing"}}}),
      F("progress", no_column, "", "the progress strategy on every rank",
        [](const Row& row) { return row.planned.progress; }),
      F("in_flight", "in flight", "", "transfers issued before any is completed",
        of([](Case c) { return c.in_flight; }), {.range = at_least(1)}),
      F("cache", "cache", "", "state of the words that move", of([](Case c) { return c.warm ? "warm" : "fresh"; }),
        {.values = {{"fresh"}, {"warm"}}}),
      F("segments", no_column, "", "contiguous parts of a transfer",
        of([](Case c) { return c.footprint.segments().size(); }), {.range = at_least(1)}),
      F("segment_bytes", no_column, "B", "bytes of the first segment",
        of([](Case c) { return c.footprint.segments()[0].words * onesided::bytes_of(c.element()); }),
        {.range = at_least(1)}),
      F("stride_bytes", no_column, "B", "distance from one segment to the next, if it is always the same",
        of([](Case c) {
          return c.footprint.stride() ? std::optional(*c.footprint.stride() * sizeof(Word)) : std::nullopt;
        })),
      F("overlapping", no_column, "", "segments overlap", of([](Case c) { return c.footprint.overlaps(); })),
      F("period_seconds", no_column, "s", "time that a target computes between two of its calls",
        of([](Case c) { return c.period > 0 ? std::optional(c.period) : std::nullopt; }))};
}

FigureList<Row> onesided_results() {
  const auto of = [](auto read) { return [read](const Row& row) { return std::invoke(read, row.measured); }; };
  const auto overlap = [](double Row::* part) {
    return [part](const Row& row) { return row.planned.overlap ? std::optional(row.*part) : std::nullopt; };
  };
  const auto of_all = [](auto read) {
    return [read](const Row& row) {
      return case_of(row).traffic.is_pair() ? std::nullopt : std::optional(read(row.measured.rates));
    };
  };
  return {
      F("transfers", "transfers", "", "transfers that were timed and verified", of(&Measurement::transfers),
        {.range = at_least(1)}),
      F("transfers_per_sample", no_column, "", "transfers between two readings of the clock",
        of(&Measurement::per_sample), {.range = at_least(1)}),
      F("rounds", no_column, "", "rounds that were verified", of(&Measurement::rounds), {.range = at_least(1)}),
      F("method_in_effect", no_column, "", "method that was used; overlapping segments are always moved one by one",
        of([](const Measurement& m) { return to_string(m.method); }), {.values = values_of(method_names)}),
      F("", "median rate", "B/s", "size over the median", rate_of, {.cell = rate_text}),
      F("alone_seconds", "alone", "s", "the transfer without work, in rows about overlap", overlap(&Row::alone)),
      F("hidden_share", "hidden", "", "share of alone_seconds that as much work of the origin hides",
        overlap(&Row::hidden), {.format = "{:.0f}%", .range = {.least = 0, .most = 1}}),
      F("", "all ranks, 1/s", "1/s", "transfers of all ranks together",
        of_all([](const std::vector<double>& rates) { return std::accumulate(rates.begin(), rates.end(), 0.0); }),
        {.format = "{:.3g}"}),
      F("", "fairness", "", "fairness, if all ranks take part", of_all(jain_fairness), {.format = "{:.3f}"}),
      F("fairness", no_column, "", "Jain's index of the rates",
        of([](const Measurement& m) { return jain_fairness(m.rates); })),
      F("rates", no_column, "1/s", "transfers per second of each origin", of(&Measurement::rates), {.range = above(0)}),
      histogram_figure<Row>("histogram", of(&Measurement::histogram)),
      disturbed_figure(&Row::measured)};
}

}  // namespace

std::string shape_text(const Row& row) {
  const Footprint& footprint = case_of(row).footprint;
  if (footprint.is_contiguous()) return size_text(bytes_of(row));
  const std::size_t words = footprint.segments()[0].words;
  return fmt::format("{} x {}{}{}", footprint.segments().size(), size_text(words * sizeof(Word)),
                     footprint.overlaps() ? ", overlapping"
                     : footprint.stride() ? ""
                                          : ", uneven",
                     footprint.at_origin() == AtOrigin::dense ? ", dense here" : "");
}

Outcome transfer_outcome(const OneSidedRow& row) { return {row.measured.unsupported, row.measured.fault}; }

Figures<OneSidedRow> onesided_figures() {
  return {.identity = onesided_identity(),
          .results = joined(time_figures(&Row::measured, "one transfer", true), onesided_results()),
          .outcome = transfer_outcome,
          .name = [](const Row& row) { return std::string(row.planned.table) + ", " + case_of(row).operation.name(); }};
}

}  // namespace fockproxy
