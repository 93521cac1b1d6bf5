// The tables of `fockproxy onesided`. A table has only the columns in which its rows differ; the heading has the rest.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "app/onesided/onesided_report.hpp"
#include "app/shared/sizes.hpp"

namespace fockproxy {
namespace {

using namespace onesided;

using Rows = std::vector<OneSidedRow>;

// "accumulate, sum, double"
std::string operation_text(const TransferCase& c) {
  std::string text = c.operation.name();
  if (c.operation->combines) text += fmt::format(", {}", to_string(c.combination));
  return fmt::format("{}, {}", text, datatype_of(c.element()));
}

void print_reasons(const Rows& rows) {
  std::map<std::string, std::set<std::string>> operations;
  for (const OneSidedRow& row : rows)
    if (!row.measured.unsupported.empty())
      operations[row.measured.unsupported].insert(row.planned.the_case.operation.name());
  for (const auto& [reason, names] : operations) fmt::print("  {}: {}\n", fmt::join(names, ", "), reason);
  for (const OneSidedRow& row : rows)
    if (!row.measured.fault.empty())
      fmt::print("  {}, {}: FAIL {}\n", operation_text(row.planned.the_case), shape_text(row), row.measured.fault);
}

// The figures except the columns in which these rows are alike, which are appended to `alike`.
Figures<OneSidedRow> that_differ(const Rows& rows, std::string& alike) {
  Figures<OneSidedRow> figures = onesided_figures();
  for (Figure<OneSidedRow>& figure : figures.identity) {
    if (!figure.heading || figure.key == "operation") continue;
    std::set<std::string> texts;
    for (const OneSidedRow& row : rows) texts.insert(cell_of(figure, row));
    if (texts.size() > 1) continue;
    if (*texts.begin() != "-" && !texts.begin()->empty())
      alike += fmt::format("{}{} {}", alike.empty() ? "" : ", ", *figure.heading, *texts.begin());
    figure.heading.reset();
  }
  return figures;
}

void print_table(const TableEntry& entry, const Rows& rows) {
  std::string alike;
  const Figures<OneSidedRow> figures = that_differ(rows, alike);
  fmt::print("{}: {}\n  ({})\n{}", entry.name, entry.summary, alike, table_of(figures, rows));
  print_reasons(rows);
  fmt::print("\n");
}

// For each operation and segment length: the method that was fastest over all numbers of segments.
void print_advice(const Rows& rows) {
  using Key = std::pair<std::string, std::size_t>;
  std::map<Key, std::map<Method, std::vector<double>>> seconds;
  for (const OneSidedRow& row : rows) {
    const TransferCase& c = row.planned.the_case;
    if (transfer_outcome(row).has_results() && !c.operation->global_arrays && !c.footprint.overlaps())
      seconds[{c.operation.name(), c.footprint.segments()[0].words}][row.measured.method].push_back(
          std::log(row.measured.interval.median));
  }
  std::map<std::string, std::string> sentences;
  for (auto& [key, methods] : seconds) {
    const auto mean = [](const auto& entry) {
      return std::accumulate(entry.second.begin(), entry.second.end(), 0.0) / static_cast<double>(entry.second.size());
    };
    if (methods.size() < 2) continue;
    const auto best = std::ranges::min_element(methods, {}, mean);
    const auto direct = methods.find(Method::direct);
    std::string& sentence = sentences[key.first];
    sentence += fmt::format("{}{}: {}", sentence.empty() ? "" : "; ", size_text(key.second * sizeof(Word)),
                            to_string(best->first));
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
    std::ranges::copy_if(result.rows, std::back_inserter(rows),
                         [&](const OneSidedRow& row) { return row.planned.table == entry.name; });
    if (rows.empty()) continue;
    print_table(entry, rows);
    if (entry.name == "strided" || entry.name == "vectors") print_advice(rows);
  }
  fmt::print(
      "  +-: half the 95% interval of the median; t: the time of the row was up before it was narrow enough\n"
      "  Each word of each transfer was checked on both sides, outside the timed region.\n");
}

}  // namespace fockproxy
