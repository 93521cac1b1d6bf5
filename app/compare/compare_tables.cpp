// The tables of `fockproxy compare`.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/compare/compare_report.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

std::vector<std::string> compare_row_head(const CompareRow& row) {
  std::string c = std::to_string(row.experiment_case);
  if (row.experiment_case == 2) c += row.owners == "idle" ? ", owners idle" : ", owners all";
  if (row.delayed) c += ", delayed";
  return {row.grain, c, row.counter, row.window, row.progress};
}

std::string words(const CompareRow& row) {
  return fmt::format("grain {}, case {}, {}, window {}, progress {}", row.grain, row.experiment_case, row.counter,
                     row.window, row.progress);
}

bool disturbed(const CompareRow& row) {
  for (const BuildSamples& result : row.results)
    if (result.disturbed) return true;
  return false;
}

bool lost_its_helper(const CompareRow& row) {
  for (const BuildSamples& result : row.results)
    for (const RankRecord& rank : result.ranks)
      if (!rank.helper_inside_mpi) return true;
  return false;
}

void print_degradation(const std::vector<CompareRow>& rows) {
  fmt::print("Time per task over the time per task without communication (medians)\n");
  TextTable table({"grain", "case", "counter", "window", "progress", "tasks", "no communication", "1 a task",
                   "1+6+held", "1+12", "kernel, 1 a task", ""},
                  5);
  for (const CompareRow& row : rows) {
    auto line = compare_row_head(row);
    if (!row.has_times()) {
      line.push_back(row.fault.empty() ? "UNSUPPORTED" : "FAIL");
    } else {
      line.push_back(format_count(row.results[0].tasks));
      line.push_back(format_seconds(row.results[0].per_task()));
      for (const Column column : {Column::counter, Column::six, Column::twelve})
        line.push_back(fmt::format("{:.3f}", row.degradation(column)));
      line.push_back(row.kernel_degradation > 0 ? fmt::format("{:.3f}", row.kernel_degradation) : "-");
      std::string marks = disturbed(row) ? "disturbed" : "";
      if (lost_its_helper(row)) marks += marks.empty() ? "no helper" : ", no helper";
      line.push_back(marks);
    }
    table.add(line);
  }
  fmt::print("{}", table.str());
  for (const CompareRow& row : rows)
    if (!row.has_times())
      fmt::print("  {}: {}\n", words(row), row.fault.empty() ? row.unsupported : "FAIL " + row.fault);
  std::string grain;  // the last one that was named
  for (const CompareRow& row : rows)
    if (row.has_times() && row.hash && std::exchange(grain, row.grain) != row.grain)
      fmt::print("  exact sums: F of every build with grain {} has the hash {:016x}\n", row.grain, *row.hash);
  fmt::print("  kernel: the counter alone, with the recorded task lengths replayed as synthetic work\n\n");
}

std::string per_task(double seconds) { return seconds == 0 ? "-" : format_seconds(seconds); }

void print_shares(const std::vector<CompareRow>& rows) {
  fmt::print("What a task waits for (means; in brackets the operations that go to other ranks)\n");
  TextTable table({"grain", "case", "counter", "window", "progress", "column", "more than the last", "counter", "gets",
                   "accumulates", "fence"},
                  6);
  const auto cell = [](const KindShare& share) {
    return share.operations == 0
               ? std::string("-")
               : fmt::format("{} ({})", format_seconds(share.seconds), per_task(share.remote_seconds));
  };
  for (const CompareRow& row : rows) {
    if (!row.has_times()) continue;
    for (int c = 1; c < columns; ++c) {
      const ColumnShares shares = shares_of(row.results[c]);
      const double more = row.results[c].per_task() - row.results[c - 1].per_task();
      auto line = compare_row_head(row);
      for (const std::string& text :
           {std::string(column_titles[c]), (more < 0 ? "-" : "") + format_seconds(std::abs(more)), cell(shares.counter),
            cell(shares.get), cell(shares.accumulate), per_task(shares.fence)})
        line.push_back(text);
      table.add(line);
    }
  }
  fmt::print("{}\n", table.str());
}

void print_control(const std::vector<CompareRow>& rows, const CompareOptions& options) {
  if (options.inject.empty()) return;
  fmt::print("The control: --inject {}\n", options.inject);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (!rows[i].delayed) continue;
    for (const InjectionCheck& check : injection_checks(rows[i - 1], rows[i], options.delays))
      fmt::print("  {} {}: {} a task put into {}, {} more found there ({:+.1f}%)\n", check.agrees() ? "ok  " : "OFF ",
                 words(rows[i]), format_seconds(check.injected), check.kind, format_seconds(check.found),
                 100 * (check.found / check.injected - 1));
  }
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
  config.blocks.cache = "ijk";  // of that column
  FigureOfMerit figure = ruled(options.calculation.input, config, ranks);
  const double seconds = best->results[six].wall();
  figure.quartets_per_second = static_cast<double>(best->results[six].quartets) / seconds;
  figure.efficiencies = best->efficiencies(Column::six);
  figure.of = words(*best);
  return figure;
}

bool InjectionCheck::agrees() const { return std::abs(found - injected) <= 0.05 * injected; }

std::vector<InjectionCheck> injection_checks(const CompareRow& plain, const CompareRow& delayed,
                                             const contracts::Delays& delays) {
  std::vector<InjectionCheck> checks;
  if (!plain.has_times() || !delayed.has_times()) return checks;
  const auto compare = [&](const char* kind, double delay, Column column, KindShare ColumnShares::* share) {
    if (delay == 0) return;
    const KindShare before = shares_of(plain.results[static_cast<int>(column)]).*share;
    const KindShare after = shares_of(delayed.results[static_cast<int>(column)]).*share;
    checks.push_back({kind, delay * after.operations, after.seconds - before.seconds});
  };
  compare("counter", delays.counter, Column::counter, &ColumnShares::counter);
  compare("get", delays.get, Column::six, &ColumnShares::get);
  compare("accumulate", delays.accumulate, Column::six, &ColumnShares::accumulate);
  return checks;
}

void print_compare(const std::vector<CompareRow>& rows, const CompareOptions& options) {
  print_degradation(rows);
  print_shares(rows);
  print_control(rows, options);
}

}  // namespace fockproxy
