// The figures of the rows of `fockproxy compare`.
#include <fmt/format.h>

#include <cmath>

#include "app/compare/compare_report.hpp"
#include "app/shared/dealers.hpp"
#include "app/shared/window_report.hpp"

namespace fockproxy {
namespace {

using F = Figure<CompareRow>;

// `of` gives the row of compare that a row belongs to.
template <class Row, class Of>
FigureList<Row> row_figures(Of of) {
  using F = Figure<Row>;
  const auto read = [of](auto part) { return [of, part](const Row& row) { return std::invoke(part, of(row)); }; };
  const auto case_text = [of](const Row& row) {
    const CompareRow& r = of(row);
    return fmt::format("{}{}{}", r.experiment_case, r.experiment_case == 2 ? ", owners " + r.owners : "",
                       r.delayed ? ", delayed" : "");
  };
  const auto keys = [of](const Row& row) -> const WindowInfo& { return of(row).window_info; };
  return {
      F("grain", "grain", "", "block size", read(&CompareRow::grain)),
      F("case", "case", "", "case of van Dam et al.", read(&CompareRow::experiment_case),
        {.cell = case_text, .range = {.least = 1, .most = 3}}),
      F("owners", no_column, "", "ranks that hold D and F in Case 2", read(&CompareRow::owners),
        {.values = {{"all"}, {"idle"}}}),
      F("counter", "counter", "", "counter or distributor", read(&CompareRow::counter)),
      F("window", "window", "", "kind of window; -: neither counter nor matrix has one", read(&CompareRow::window),
        {.values = window_labels()}),
      window_info_figure<Row>(keys),
      window_info_kept_figure<Row>(keys),
      F("progress", "progress", "", "the progress strategy in effect", read(&CompareRow::progress)),
      F("delayed", no_column, "", "the row is the control with the delays of --inject", read(&CompareRow::delayed))};
}

std::string per_task(double seconds) { return seconds == 0 ? "-" : format_seconds(seconds); }

// The time that a task waits for operations of one kind.
FigureList<ColumnRow> share_figures(const std::string& key, const std::string& heading, const std::string& what,
                                    KindShare ColumnShares::* share) {
  using F = Figure<ColumnRow>;
  const auto read = [share](double KindShare::* part) {
    return [share, part](const ColumnRow& row) { return row.shares().*share.*part; };
  };
  const auto cell = [share](const ColumnRow& row) {
    const KindShare found = row.shares().*share;
    return found.operations == 0
               ? "-"
               : fmt::format("{} ({})", format_seconds(found.seconds), per_task(found.remote_seconds));
  };
  return {F(key + ".operations_per_task", no_column, "", what + ": operations", read(&KindShare::operations)),
          F(key + ".seconds_per_task", heading, "s", what + ": waiting; in brackets the part for other ranks",
            read(&KindShare::seconds), {.cell = cell}),
          F(key + ".remote_seconds_per_task", no_column, "s", what + ": waiting for other ranks",
            read(&KindShare::remote_seconds))};
}

FigureList<ColumnRow> column_figures() {
  using Row = ColumnRow;
  using F = Figure<Row>;
  const auto more = [](const Row& row) {
    return row.column == 0 ? 0.0 : row.result().per_task() - row.row->results[row.column - 1].per_task();
  };
  const auto more_text = [more](const Row& row) {
    return (more(row) < 0 ? "-" : "") + format_seconds(std::abs(more(row)));
  };
  return joined(
      FigureList<Row>{
          F("column", "column", "", "communications of a task", [](const Row& row) { return column_names[row.column]; },
            {.cell = [](const Row& row) { return std::string(column_titles[row.column]); },
             .values = values_of(column_names)}),
          F("seconds_per_task", no_column, "s", "time per task, each build",
            [](const Row& row) { return row.result().seconds_per_task; }, {.range = above(0)}),
          F("seconds", no_column, "s", "each build", [](const Row& row) { return row.result().seconds; },
            {.range = above(0)}),
          F("degradation", no_column, "", "time per task over that without communication",
            [](const Row& row) { return row.row->degradation(static_cast<Column>(row.column)); }, {.range = above(0)}),
          F("disturbed", no_column, "", "a rank waited for a core for more than 5% of its time",
            [](const Row& row) { return row.result().disturbed; }),
          F("", "more than the last", "s", "time per task beyond that of the column before", more,
            {.cell = more_text})},
      share_figures("counter", "counter", "draws", &ColumnShares::counter),
      share_figures("all_gets", "gets", "gets, including held ones", &ColumnShares::get),
      share_figures("all_accumulates", "accumulates", "accumulates, including held ones", &ColumnShares::accumulate),
      FigureList<Row>{F("fence_seconds_per_task", "fence", "s", "completion of the accumulates at the end",
                        [](const Row& row) { return row.shares().fence; },
                        {.cell = [](const Row& row) { return per_task(row.shares().fence); }})});
}

FigureList<InjectionCheck> check_figures() {
  using F = Figure<InjectionCheck>;
  return {F("kind", no_column, "", "operations that are delayed", &InjectionCheck::kind),
          F("injected_seconds_per_task", no_column, "s", "added delay", &InjectionCheck::injected),
          F("found_seconds_per_task", no_column, "s", "measured delay", &InjectionCheck::found, {.range = {}}),
          F("agrees", no_column, "", "the two delays agree within 5%", &InjectionCheck::agrees)};
}

std::string marks(const CompareRow& row) {
  const auto lost_its_helper = [](const BuildSamples& result) {
    return std::ranges::any_of(result.ranks, [](const RankRecord& rank) { return !rank.helper_inside_mpi; });
  };
  const bool disturbed = std::ranges::any_of(row.results, &BuildSamples::disturbed);
  const bool lost = std::ranges::any_of(row.results, lost_its_helper);
  return fmt::format("{}{}{}", disturbed ? "disturbed" : "", disturbed && lost ? ", " : "", lost ? "no helper" : "");
}

std::vector<ColumnRow> columns_of(const CompareRow& row) { return {{&row, 0}, {&row, 1}, {&row, 2}, {&row, 3}}; }

FigureList<CompareRow> compare_results() {
  using Row = CompareRow;
  const auto column = [](Column c) {
    return F("", std::string(column_titles[static_cast<std::size_t>(c)]), "",
             "time per task over that without communication", [c](const Row& row) { return row.degradation(c); },
             {.format = "{:.3f}"});
  };
  return {
      F("hash", no_column, "", "hash of F of the builds with this grain; null unless sums are exact",
        [](const Row& row) {
          return row.hash ? std::optional(fmt::format("{:016x}", *row.hash)) : std::optional<std::string>();
        },
        {.none = ""}),
      F("tasks", "tasks", "", "tasks of a build", [](const Row& row) { return row.results[0].tasks; }),
      F("", "no communication", "s", "time per task, median", [](const Row& row) { return row.results[0].per_task(); }),
      column(Column::counter),
      column(Column::six),
      column(Column::twelve),
      F("kernel_degradation", "kernel, 1 a task", "",
        "the counter alone, with the recorded task lengths as synthetic work; 0: not measured",
        &Row::kernel_degradation,
        {.cell =
             [](const Row& row) {
               return row.kernel_degradation > 0 ? fmt::format("{:.3f}", row.kernel_degradation) : "-";
             }}),
      F("", "", "", "a build was disturbed, or had no helper inside MPI", marks),
      F("columns", no_column, "", "results for each number of communications of a task",
        rows_of<Row>(column_figures(), columns_of))};
}

}  // namespace

std::string compare_row_name(const CompareRow& row) {
  return fmt::format("grain {}, case {}, {}, window {}{}, progress {}", row.grain, row.experiment_case, row.counter,
                     row.window, in_name(row.window_info), row.progress);
}

Figures<CompareRow> compare_figures() {
  const auto control = [](const CompareRow& row) { return row.delayed ? std::optional(row.control) : std::nullopt; };
  return {.identity = joined(row_figures<CompareRow>([](const CompareRow& row) -> const CompareRow& { return row; }),
                             FigureList<CompareRow>{F("control", no_column, "",
                                                      "delays that --inject added, and delays that were measured",
                                                      rows_of<CompareRow>(check_figures(), control))}),
          .results = compare_results(),
          .outcome = [](const CompareRow& row) { return Outcome{.unsupported = row.unsupported, .fault = row.fault}; },
          .name = compare_row_name};
}

Figures<ColumnRow> compare_column_figures() {
  return {.identity = row_figures<ColumnRow>([](const ColumnRow& row) -> const CompareRow& { return *row.row; }),
          .results = column_figures()};
}

}  // namespace fockproxy
