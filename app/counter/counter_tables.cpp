// The tables of `fockproxy counter`.
#include <fmt/format.h>

#include <algorithm>

#include "app/counter/counter_report.hpp"
#include "app/shared/dealing_report.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

std::vector<std::string> row_head(const CounterConfig& c) {
  const std::string window = c.window + in_name(c.window_info);
  return {fmt::format("{}{}", c.experiment_case, c.null ? " (null)" : ""), c.counter, window, c.progress};
}

bool has_times(const CounterConfig& c) { return c.unsupported.empty() && c.row.fault.empty(); }

void print_waits(const std::vector<CounterConfig>& rows) {
  const Figures<CounterConfig> figures = counter_wait_figures();
  fmt::print(
      "Time per work unit and per counter value (after Table 1 of van Dam et al. 2008)\n{}{}"
      "  degr.: (work + wait) / undisturbed work; 2008: (work + wait) / measured work, as in the paper\n\n",
      table_of(figures, rows), reasons_of(figures, rows));
}

void print_dealing(const std::vector<CounterConfig>& rows) {
  std::vector<CounterConfig> timed;
  std::ranges::copy_if(rows, std::back_inserter(timed), has_times);
  fmt::print("How the values were dealt\n{}", table_of(counter_dealing_figures(), timed));
  for (const CounterConfig& c : timed)
    if (const std::string counts = describe_statistics(c.row.statistics); !counts.empty())
      fmt::print("  {}: {}\n", config_name(c), counts);
  fmt::print("\n");
}

// Waits of all ranks except the root, by decade: a stall shows as a second peak.
void print_histograms(const std::vector<CounterConfig>& rows) {
  fmt::print("Waits of all ranks but the root, number of draws by decade\n");
  constexpr int first_decade = 1, last_decade = 8;  // the first is below 100 ns, the last from 1 s
  std::vector<std::string> header{"case", "counter", "window", "progress", "<100 ns"};
  for (int d = first_decade; d < last_decade; ++d)
    header.push_back("<" + format_seconds(LogHistogram::lower_edge((d + 1) * LogHistogram::bins_per_decade)));
  header.push_back("longer");
  TextTable table(header, 4);
  for (const CounterConfig& c : rows) {
    if (!has_times(c)) continue;
    std::vector<std::int64_t> counts(last_decade + 1, 0);
    for (const Waits* waits : {&c.row.root_node, &c.row.other_nodes})
      for (int bin = 0; bin < LogHistogram::bins; ++bin)
        counts[std::min(bin / LogHistogram::bins_per_decade, last_decade)] += waits->histogram.counts()[bin];
    auto line = row_head(c);
    for (const std::int64_t n : counts) line.push_back(n == 0 ? "." : std::to_string(n));
    table.add(line);
  }
  fmt::print("{}\n", table.str());
}

std::vector<const CounterConfig*> find_all(const std::vector<CounterConfig>& rows, int experiment_case,
                                           const CounterConfig& like) {
  std::vector<const CounterConfig*> found;
  for (const CounterConfig& c : rows)
    if (c.experiment_case == experiment_case && is_alike(c, like) && has_times(c) && c.row.rank1.distribution.count > 0)
      found.push_back(&c);
  return found;
}

const CounterConfig* find(const std::vector<CounterConfig>& rows, int experiment_case, const CounterConfig& like) {
  const std::vector<const CounterConfig*> found = find_all(rows, experiment_case, like);
  return found.empty() ? nullptr : found.front();
}

// A tenth of all draws wait for more than a quarter of a task. Scheduling costs much less. A draw that arrives at a
// random time at a root which enters MPI once per task waits longer than that in three of four cases.
bool stalls(const CounterConfig& c, const TaskLengths& lengths) {
  return c.row.rank1.distribution.p90 > lengths.mean() / 4;
}

// The conclusion of the paper, for every counter and window, from Case 1 and Case 2.
void print_conclusions(const std::vector<CounterConfig>& rows, const TaskLengths& lengths) {
  for (const CounterConfig& one : rows) {
    const CounterConfig* two = find(rows, 2, one);
    if (one.experiment_case != 1 || !has_times(one) || two == nullptr || one.row.rank1.distribution.count == 0)
      continue;
    const double working = one.row.rank1.distribution.mean, idle = two->row.rank1.distribution.mean;
    std::string text =
        fmt::format("{}, window {}{}, progress {}: a value takes {} when the root works, {} when it idles", one.counter,
                    one.window, in_name(one.window_info), one.progress, format_seconds(working), format_seconds(idle));
    if (one.disturbed || two->disturbed || one.scheduler_bound) {
      text += "; no conclusion, because other programs or too many ranks disturbed the run";
    } else if (!stalls(one, lengths)) {
      text += ": it needs no progress of a working root";
    } else if (stalls(*two, lengths)) {
      text += ": it is slow even so";
    } else {
      text += fmt::format(", {:.0f} times as long: it needs the root inside MPI", working / idle);
      for (const CounterConfig* three : find_all(rows, 3, one))
        text += fmt::format("; {} with {}{}", format_seconds(three->row.rank1.distribution.mean), three->progress,
                            !stalls(*three, lengths)        ? ", which cures it"
                            : !three->row.helper_inside_mpi ? ", which was no helper here: it had left MPI"
                            : three->disturbed              ? ", but ranks and helpers shared too few cores"
                                                            : ", which does not cure it");
    }
    fmt::print("  {}\n", text);
  }
  fmt::print("\n");
}

}  // namespace

void print_rows(const std::vector<CounterConfig>& rows, const TaskLengths& lengths) {
  print_waits(rows);
  print_ranks(rows);
  print_dealing(rows);
  print_histograms(rows);
  print_conclusions(rows, lengths);
}

void print_verdicts(const std::vector<OperationVerdict>& verdicts, const VerdictOptions& options) {
  fmt::print("Does an operation of rank 1 complete while rank 0 computes? {} samples a row\n", options.samples);
  TextTable table({"operation", "window", "target", "undisturbed", "period", "median", "90%", "max", "verdict", ""}, 3);
  std::string last_reason;
  for (const OperationVerdict& v : verdicts) {
    std::vector<std::string> line{v.operation, v.window, v.control ? "-" : v.remote ? "rank 0" : "itself"};
    for (const double seconds :
         {v.undisturbed, v.period, v.distribution.median, v.distribution.p90, v.distribution.maximum})
      line.push_back(v.verdict == Verdict::unsupported ? "-" : format_seconds(seconds));
    line.push_back(to_string(v.verdict));
    line.emplace_back(v.disturbed ? "disturbed" : "");
    table.add(line);
  }
  fmt::print("{}", table.str());
  for (const OperationVerdict& v : verdicts)
    if (v.verdict == Verdict::unsupported && v.reason != last_reason)
      fmt::print("  UNSUPPORTED, window {}: {}\n", v.window, last_reason = v.reason);
  fmt::print(
      "  undisturbed: while rank 0 is inside MPI; period: time that rank 0 computes between two calls in the other "
      "columns\n  disturbed: rank 0 or 1 waited for a core for more than 5% of the time, so waits may have this cause; "
      "repeat it\n\n");
}

void print_saturation(const std::vector<SaturationRow>& rows) {
  fmt::print("Counter values per second without any work\n");
  TextTable table({"counter", "window", "ranks", "hosts", "values/s", "median wait", "99%", "saturated by, at 1 ms",
                   "10 ms", "100 ms"},
                  3);
  for (const SaturationRow& row : rows) {
    const std::string window = row.window + in_name(row.window_info);
    if (!row.unsupported.empty()) table.add({row.counter, window, "UNSUPPORTED"});
    for (const Saturation& s : row.measurements) {
      std::vector<std::string> line{row.counter, window, std::to_string(s.drawing_ranks)};
      if (!s.fault.empty()) {
        line.push_back("FAIL");
        table.add(line);
        continue;
      }
      for (const std::string& cell : {std::to_string(s.drawing_hosts), fmt::format("{:.4g}", s.values_per_second),
                                      format_seconds(s.waits.median), format_seconds(s.waits.p99)})
        line.push_back(cell);
      for (const double task : {1e-3, 10e-3, 100e-3})
        line.push_back(fmt::format("{:.0f} ranks", saturating_ranks(s.values_per_second, task)));
      table.add(line);
    }
  }
  fmt::print("{}", table.str());
  for (const SaturationRow& row : rows) {
    const std::string name = fmt::format("{}, window {}{}", row.counter, row.window, in_name(row.window_info));
    if (!row.unsupported.empty()) fmt::print("  {}: {}\n", name, row.unsupported);
    else if (!row.window_info.empty()) fmt::print("  {}: {}\n", name, kept_in_words(row.window_info));
    for (const Saturation& s : row.measurements)
      if (!s.fault.empty()) fmt::print("  {}: FAIL {}\n", name, s.fault);
  }
  fmt::print("\n");
}

}  // namespace fockproxy
