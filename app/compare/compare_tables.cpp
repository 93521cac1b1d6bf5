// The tables of `fockproxy compare`.
#include <fmt/format.h>

#include <utility>

#include "app/compare/compare_report.hpp"

namespace fockproxy {
namespace {

void print_degradation(const std::vector<CompareRow>& rows) {
  const Figures<CompareRow> figures = compare_figures();
  fmt::print("Time per task over the time per task without communication (medians)\n{}{}", table_of(figures, rows),
             reasons_of(figures, rows));
  std::string grain;  // the last grain that was printed
  for (const CompareRow& row : rows)
    if (row.has_times() && row.hash && std::exchange(grain, row.grain) != row.grain)
      fmt::print("  exact sums: F of every build with grain {} has the hash {:016x}\n", row.grain, *row.hash);
  fmt::print("  kernel: the counter alone, with the recorded task lengths replayed as synthetic work\n\n");
}

void print_shares(const std::vector<CompareRow>& rows) {
  std::vector<ColumnRow> shown;
  for (const CompareRow& row : rows)
    if (row.has_times())
      for (std::size_t c = 1; c < columns; ++c) shown.push_back({&row, c});
  fmt::print("What a task waits for (means; in brackets the operations that go to other ranks)\n{}\n",
             table_of(compare_column_figures(), shown));
}

void print_control(const std::vector<CompareRow>& rows, const CompareOptions& options) {
  if (options.inject.empty()) return;
  fmt::print("The control: --inject {}\n", options.inject);
  for (const CompareRow& row : rows)
    for (const InjectionCheck& check : row.control)
      fmt::print("  {} {}: {} a task put into {}, {} more found there ({:+.1f}%)\n", check.agrees() ? "ok  " : "OFF ",
                 compare_row_name(row), format_seconds(check.injected), check.kind, format_seconds(check.found),
                 100 * (check.found / check.injected - 1));
  fmt::print("\n");
}

}  // namespace

ColumnShares shares_of(const BuildSamples& result) {
  ColumnShares shares;
  const RankRecord sum = total(result.ranks);
  if (sum.tasks == 0) return shares;
  const double tasks = static_cast<double>(sum.tasks);
  const auto add = [&](KindShare& share, OperationKind kind) {
    const OperationTally& tally = sum[kind];
    share.operations += static_cast<double>(tally.total_operations()) / tasks;
    share.seconds += tally.total_seconds() / tasks;
    share.remote_seconds += (tally.seconds[1] + tally.seconds[2]) / tasks;
  };
  add(shares.counter, OperationKind::counter);
  for (const auto kind : {OperationKind::get, OperationKind::held_get}) add(shares.get, kind);
  for (const auto kind : {OperationKind::accumulate, OperationKind::held_accumulate}) add(shares.accumulate, kind);
  shares.fence = sum.fence / tasks;
  return shares;
}

std::optional<FigureOfMerit> figure_of_merit(const std::vector<CompareRow>& rows, const CompareOptions& options,
                                             int ranks) {
  constexpr auto six = static_cast<std::size_t>(Column::six);
  const CompareRow* best = nullptr;
  for (const CompareRow& row : rows)
    if (row.has_times() && !row.delayed && (best == nullptr || row.results[six].wall() < best->results[six].wall()))
      best = &row;
  if (best == nullptr) return std::nullopt;
  FockConfig config = options.calculation.fock;
  config.blocks.cache = "ijk";  // as in column `six`
  FigureOfMerit figure = ruled(options.calculation.input, config, ranks);
  const double seconds = best->results[six].wall();
  figure.quartets_per_second = static_cast<double>(best->results[six].quartets) / seconds;
  figure.efficiencies = best->efficiencies(Column::six);
  figure.of = compare_row_name(*best);
  return figure;
}

void check_injections(std::vector<CompareRow>& rows, const contracts::Delays& delays) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CompareRow &plain = rows[i - 1], &delayed = rows[i];
    if (!delayed.delayed || !plain.has_times() || !delayed.has_times()) continue;
    const auto compare = [&](const char* kind, double delay, Column column, KindShare ColumnShares::* share) {
      if (delay == 0) return;
      const KindShare before = shares_of(plain.results[static_cast<int>(column)]).*share;
      const KindShare after = shares_of(delayed.results[static_cast<int>(column)]).*share;
      delayed.control.push_back({kind, delay * after.operations, after.seconds - before.seconds});
    };
    compare("counter", delays.counter, Column::counter, &ColumnShares::counter);
    compare("get", delays.get, Column::six, &ColumnShares::get);
    compare("accumulate", delays.accumulate, Column::six, &ColumnShares::accumulate);
  }
}

void print_compare(const std::vector<CompareRow>& rows, const CompareOptions& options) {
  print_degradation(rows);
  print_shares(rows);
  print_control(rows, options);
}

}  // namespace fockproxy
