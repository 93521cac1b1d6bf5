#include "app/gsum/gsum_report.hpp"

#include <fmt/format.h>

#include <map>

#include "app/shared/document.hpp"
#include "app/shared/sizes.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

bool sum_has_times(const GsumRow& row) { return row.measured.unsupported.empty() && row.measured.fault.empty(); }

std::string chunk_text(const GlobalSumCase& c) {
  return c.chunk >= c.values ? "whole" : size_text(c.chunk * sizeof(double));
}

// For each size and way of arriving the fastest row; those within its interval are as good.
void print_best(const std::vector<GsumRow>& rows) {
  std::map<std::pair<std::size_t, double>, const GsumRow*> best;
  for (const GsumRow& row : rows) {
    if (!sum_has_times(row)) continue;
    const GsumRow*& fastest = best[{row.the_case.values, row.the_case.late}];
    if (fastest == nullptr || row.measured.interval.median < fastest->measured.interval.median) fastest = &row;
  }
  for (const auto& [key, row] : best) {
    int as_good = 0;
    for (const GsumRow& other : rows)
      as_good += &other != row && sum_has_times(other) && other.the_case.values == key.first &&
                 other.the_case.late == key.second && other.measured.interval.low <= row->measured.interval.high;
    fmt::print(
        "  {}{}: {}, chunk {}, is fastest ({}){}\n", size_text(key.first * sizeof(double)),
        key.second > 0 ? ", arriving late" : "", row->the_case.method.name(), chunk_text(row->the_case),
        format_seconds(row->measured.interval.median),
        as_good > 0 ? fmt::format("; {} other row{} cannot be told from it", as_good, as_good > 1 ? "s" : "") : "");
  }
  fmt::print("\n");
}

}  // namespace

void print_gsum(const std::vector<GsumRow>& rows, bool beside_work) {
  fmt::print("The global sum: from the arrival of the last rank until the last one has it\n");
  std::vector<std::string> header{"bytes", "method", "window", "chunk",  "arrival", "median",
                                  "+-",    "90%",    "max",    "rounds", "rate",    "memory"};
  if (beside_work) header.insert(header.end(), {"with work", "hidden"});
  TextTable table(header);
  for (const GsumRow& row : rows) {
    const GlobalSumCase& c = row.the_case;
    const GlobalSumMeasurement& m = row.measured;
    const double bytes = static_cast<double>(c.values * sizeof(double));
    std::vector<std::string> line{size_text(c.values * sizeof(double)), c.method.name(),
                                  c.method->has_windows ? std::string(to_string(c.window)) : "-", chunk_text(c),
                                  c.late > 0 ? "within " + format_seconds(c.late) : "together"};
    if (!sum_has_times(row)) {
      line.push_back(m.fault.empty() ? "UNSUPPORTED" : "FAIL");
      table.add(line);
      continue;
    }
    for (const std::string& cell :
         {format_seconds(m.interval.median), interval_text(m.interval, m.stop), format_seconds(m.seconds.p90),
          format_seconds(m.seconds.maximum), format_count(m.rounds), format_bytes(bytes / m.interval.median) + "/s",
          m.memory < 0 ? "?" : format_bytes(m.memory)})
      line.push_back(cell);
    if (beside_work && row.together > 0) {
      line.push_back(format_seconds(row.together));
      line.push_back(fmt::format("{:.0f}%", 100 * row.hidden));
    }
    if (m.disturbed) line.push_back("disturbed");
    table.add(line);
  }
  fmt::print("{}", table.str());
  for (const GsumRow& row : rows)
    if (!sum_has_times(row))
      fmt::print("  {}, {}: {}\n", row.the_case.method.name(), size_text(row.the_case.values * sizeof(double)),
                 row.measured.fault.empty() ? row.measured.unsupported : "FAIL " + row.measured.fault);
  fmt::print(
      "  +-: half the 95% interval of the median; t: the time of the row was up before it was narrow enough;\n"
      "  memory: resident beyond the vector, of the rank that needed most\n\n");
  print_best(rows);
}

Json gsum_json(const std::vector<GsumRow>& rows, bool beside_work) {
  Json json = Json::array();
  for (const GsumRow& row : rows) {
    const GlobalSumCase& c = row.the_case;
    const GlobalSumMeasurement& m = row.measured;
    Json entry{{"method", c.method.name()},
               {"window", c.method->has_windows ? std::string(to_string(c.window)) : "-"},
               {"bytes", c.values * sizeof(double)},
               {"chunk_bytes", c.chunk * sizeof(double)},
               {"late_seconds", c.late}};
    if (add_status(entry, m.unsupported, m.fault)) {
      entry.update({{"rounds", m.rounds},
                    {"samples", m.seconds.count},
                    {"disturbed", m.disturbed},
                    {"extra_memory_bytes", m.memory}});
      add_times(entry, m.interval, m.stop, m.seconds);
      if (beside_work && row.together > 0)
        entry.update({{"with_work_seconds", row.together}, {"hidden_share", row.hidden}});
    }
    json.push_back(entry);
  }
  return json;
}

std::string first_fault(const std::vector<GsumRow>& rows) {
  for (const GsumRow& row : rows)
    if (!row.measured.fault.empty()) return row.the_case.method.name() + ": " + row.measured.fault;
  return "";
}

}  // namespace fockproxy
