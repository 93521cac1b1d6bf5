// The tables of `fockproxy onesided`: of each only the columns in which its rows differ, the rest in the heading.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "app/onesided/onesided_report.hpp"
#include "app/shared/sizes.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

using namespace onesided;

using Rows = std::vector<const OneSidedRow*>;

bool transfer_has_times(const OneSidedRow& row) {
  return row.measured.unsupported.empty() && row.measured.fault.empty();
}

const TransferCase& case_of(const OneSidedRow& row) { return row.planned.the_case; }

std::string size_of(std::size_t words) { return size_text(words * sizeof(Word)); }

std::string shape_of(const OneSidedRow& row) {
  const Footprint& footprint = case_of(row).footprint;
  if (footprint.is_contiguous()) return size_of(footprint.words());
  const std::size_t words = footprint.segments()[0].words;
  return fmt::format("{} x {}{}{}", footprint.segments().size(), size_of(words),
                     footprint.overlaps() ? ", overlapping"
                     : footprint.stride() ? ""
                                          : ", uneven",
                     footprint.at_origin() == AtOrigin::dense ? ", dense here" : "");
}

// A setting of a row, in words.
struct Setting {
  const char* title;
  std::function<std::string(const OneSidedRow&)> text;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"operation", [](const OneSidedRow& r) { return case_of(r).operation.name(); }},
      {"size", shape_of},
      {"method",
       [](const OneSidedRow& r) -> std::string {
         if (case_of(r).footprint.is_contiguous()) return "-";
         if (case_of(r).operation->global_arrays) return "its own";
         const Method asked = case_of(r).method, done = in_effect(asked, case_of(r).footprint);
         if (asked == done) return std::string(to_string(done));
         return fmt::format("{} (not {})", to_string(done), to_string(asked));
       }},
      {"window",
       [](const OneSidedRow& r) {
         return case_of(r).operation->has_windows ? std::string(to_string(case_of(r).window)) : "-";
       }},
      {"completion", [](const OneSidedRow& r) { return std::string(to_string(case_of(r).completion)); }},
      {"to", [](const OneSidedRow& r) { return r.planned.placement; }},
      {"target", [](const OneSidedRow& r) { return target_label(r.planned); }},
      {"in flight", [](const OneSidedRow& r) { return std::to_string(case_of(r).in_flight); }},
      {"cache", [](const OneSidedRow& r) { return std::string(case_of(r).warm ? "warm" : "fresh"); }},
  };
  return all;
}

std::vector<Setting> that_differ(const Rows& rows, std::string& alike) {
  std::vector<Setting> differing;
  for (const Setting& setting : settings()) {
    std::set<std::string> texts;
    for (const OneSidedRow* row : rows) texts.insert(setting.text(*row));
    if (texts.size() > 1 || setting.title == std::string("operation")) differing.push_back(setting);
    else if (*texts.begin() != "-")
      alike += fmt::format("{}{} {}", alike.empty() ? "" : ", ", setting.title, *texts.begin());
  }
  return differing;
}

double bytes_of(const OneSidedRow& row) { return static_cast<double>(case_of(row).footprint.words() * sizeof(Word)); }

std::string bandwidth(double bytes_per_second) {
  return bytes_per_second < 1e9 ? fmt::format("{:.3g} MB/s", bytes_per_second / 1e6)
                                : fmt::format("{:.3g} GB/s", bytes_per_second / 1e9);
}

bool among_all(const OneSidedRow& row) { return !case_of(row).traffic.is_pair(); }

std::vector<std::string> figures(const OneSidedRow& row) {
  const Measurement& m = row.measured;
  const double median = m.interval.median;
  std::vector<std::string> cells{
      format_seconds(median),           interval_text(m.interval, m.stop), format_seconds(m.seconds.p90),
      format_seconds(m.seconds.p99),    format_seconds(m.seconds.maximum), format_count(m.transfers),
      bandwidth(bytes_of(row) / median)};
  if (row.planned.overlap) {
    cells.push_back(format_seconds(row.alone));
    cells.push_back(fmt::format("{:.0f}%", 100 * row.hidden));
  }
  if (among_all(row)) {
    cells.push_back(fmt::format("{:.3g}", std::accumulate(m.rates.begin(), m.rates.end(), 0.0)));
    cells.push_back(fmt::format("{:.3f}", jain_fairness(m.rates)));
  }
  if (m.disturbed) cells.push_back("disturbed");
  return cells;
}

void print_reasons(const Rows& rows) {
  std::map<std::string, std::set<std::string>> operations;
  for (const OneSidedRow* row : rows)
    if (!row->measured.unsupported.empty())
      operations[row->measured.unsupported].insert(case_of(*row).operation.name());
  for (const auto& [reason, names] : operations) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    fmt::print("  {}: {}\n", text, reason);
  }
  for (const OneSidedRow* row : rows)
    if (!row->measured.fault.empty())
      fmt::print("  {}, {}: FAIL {}\n", case_of(*row).operation.name(), shape_of(*row), row->measured.fault);
}

void print_table(const TableEntry& entry, const Rows& rows) {
  std::string alike;
  const std::vector<Setting> differing = that_differ(rows, alike);
  fmt::print("{}: {}\n  ({})\n", entry.name, entry.summary, alike);
  std::vector<std::string> header;
  for (const Setting& setting : differing) header.push_back(setting.title);
  for (const char* title : {"median", "+-", "90%", "99%", "max", "transfers", "median rate"}) header.push_back(title);
  if (rows.front()->planned.overlap) header.insert(header.end(), {"alone", "hidden"});
  if (among_all(*rows.front())) header.insert(header.end(), {"all ranks, 1/s", "fairness"});
  TextTable table(header, differing.size());
  for (const OneSidedRow* row : rows) {
    std::vector<std::string> line;
    for (const Setting& setting : differing) line.push_back(setting.text(*row));
    if (transfer_has_times(*row)) {
      for (std::string& cell : figures(*row)) line.push_back(std::move(cell));
    } else {
      line.push_back(row->measured.fault.empty() ? "UNSUPPORTED" : "FAIL");
    }
    table.add(line);
  }
  fmt::print("{}", table.str());
  print_reasons(rows);
  fmt::print("\n");
}

// For each operation and length of segment the method that was fastest over all numbers of segments.
void print_advice(const Rows& rows) {
  using Key = std::pair<std::string, std::size_t>;
  std::map<Key, std::map<Method, std::vector<double>>> seconds;
  for (const OneSidedRow* row : rows)
    if (transfer_has_times(*row) && !case_of(*row).operation->global_arrays && !case_of(*row).footprint.overlaps())
      seconds[{case_of(*row).operation.name(), case_of(*row).footprint.segments()[0].words}][row->measured.method]
          .push_back(std::log(row->measured.interval.median));
  std::map<std::string, std::string> sentences;
  for (auto& [key, methods] : seconds) {
    const auto mean = [](const auto& entry) {
      return std::accumulate(entry.second.begin(), entry.second.end(), 0.0) / static_cast<double>(entry.second.size());
    };
    if (methods.size() < 2) continue;
    const auto best = std::ranges::min_element(methods, {}, mean);
    const auto direct = methods.find(Method::direct);
    std::string& sentence = sentences[key.first];
    sentence += fmt::format("{}{}: {}", sentence.empty() ? "" : "; ", size_of(key.second), to_string(best->first));
    if (direct != methods.end() && best != direct)
      sentence += fmt::format(" ({:.1f} times direct)", std::exp(mean(*direct) - mean(*best)));
  }
  for (const auto& [operation, sentence] : sentences)
    fmt::print("  Fastest for {}, by segment: {}.\n", operation, sentence);
  if (!sentences.empty()) fmt::print("\n");
}

}  // namespace

void print_onesided_list() {
  for (const TableEntry& table : table_table()) fmt::print("{:<12} {}\n", table.name, table.summary);
  fmt::print("\nOperations\n");
  for (const OperationEntry& operation : operation_table())
    fmt::print("{:<17} {}{}\n", operation.name, operation.summary,
               operation.make ? "" : " (" + std::string(operation.unsupported) + ")");
}

void print_onesided(const OneSidedResult& result) {
  fmt::print("Clock: resolution {:.0f} ns, a reading {:.0f} ns; readings are at most 2% of what they time\n\n",
             1e9 * result.clock.resolution, 1e9 * result.clock.reading);
  for (const TableEntry& entry : table_table()) {
    Rows rows;
    for (const OneSidedRow& row : result.rows)
      if (row.planned.table == entry.name) rows.push_back(&row);
    if (rows.empty()) continue;
    print_table(entry, rows);
    if (entry.name == "strided" || entry.name == "vectors") print_advice(rows);
  }
  fmt::print(
      "  +-: half the 95% interval of the median; t: the time of the row was up before it was narrow enough\n"
      "  Every word of every transfer was looked at on both sides, outside the times.\n");
}

}  // namespace fockproxy
