#include "app/ladder/ladder_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/shared/document.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

// Seconds and operations of one build, summed over the ranks.
struct Figures {
  double compute, counter, gets, accumulates, rest;
  std::int64_t messages, bytes;  // block operations that left the rank
};

Figures figures_of(const BuildSamples& builds) {
  const RankRecord sum = total(builds.ranks);
  const auto n = static_cast<double>(builds.seconds.size());
  const auto seconds = [&](OperationKind kind) { return sum[kind].total_seconds(); };
  Figures f{};
  f.compute = sum.compute / n;
  f.counter = seconds(OperationKind::counter) / n;
  f.gets = (seconds(OperationKind::get) + seconds(OperationKind::held_get) + sum.broadcast) / n;
  f.accumulates = (seconds(OperationKind::accumulate) + seconds(OperationKind::held_accumulate) + sum.reduce) / n;
  f.rest = (sum.fence + sum.wait + sum.other + sum.poll) / n;
  for (const OperationKind kind :
       {OperationKind::get, OperationKind::held_get, OperationKind::accumulate, OperationKind::held_accumulate})
    for (const Target target : {Target::same_node, Target::other_node}) {
      f.messages += sum[kind].operations[static_cast<int>(target)];
      f.bytes += sum[kind].bytes[static_cast<int>(target)];
    }
  f.messages /= std::ssize(builds.seconds);
  f.bytes /= std::ssize(builds.seconds);
  return f;
}

// The step that a row changes: of the same window and Case.
const LadderRow* row_of_step(const std::vector<LadderRow>& rows, const LadderRow& like, int step) {
  if (step < 0) return nullptr;
  const auto found = std::ranges::find_if(rows, [&](const LadderRow& row) {
    return row.step == &ladder_steps()[static_cast<std::size_t>(step)] && row.window == like.window &&
           row.experiment_case == like.experiment_case && row.has_times();
  });
  return found == rows.end() ? nullptr : &*found;
}

double speed_up(const LadderRow* before, const LadderRow& row) {
  return before == nullptr ? 0 : before->builds.wall() / row.builds.wall();
}

std::string times(double factor) { return factor > 0 ? fmt::format("{:.2f}", factor) : "-"; }

int number_of(const LadderRow& row) { return static_cast<int>(row.step - ladder_steps().data()); }

}  // namespace

void print_ladder_list() {
  int number = 0;
  for (const LadderStep& step : ladder_steps()) {
    fmt::print("{} {}{}: {}\n", number++, step.name, step.base < 0 ? "" : fmt::format(" (from {})", step.base),
               step.change);
    fmt::print("    {}\n", step.source);
  }
}

void print_ladder(const std::vector<LadderRow>& rows) {
  fmt::print(
      "The same tasks in the same ticket order at every step (time of one build, summed over ranks but for total)\n");
  TextTable table({"step", "case", "window", "total", "computing", "counter", "gets", "accumulates", "rest", "messages",
                   "bytes", "over 0", "over base", "checksum of G", "from step 0"},
                  3);
  for (const LadderRow& row : rows) {
    std::vector<std::string> line{fmt::format("{} {}", number_of(row), row.step->name),
                                  std::to_string(row.experiment_case), row.window};
    if (!row.has_times()) {
      line.push_back(row.fault.empty() ? "UNSUPPORTED" : "FAIL");
      table.add(line);
      continue;
    }
    const Figures f = figures_of(row.builds);
    for (const std::string& cell :
         {format_seconds(row.builds.wall()), format_seconds(f.compute), format_seconds(f.counter),
          format_seconds(f.gets), format_seconds(f.accumulates), format_seconds(f.rest), format_count(f.messages),
          format_bytes(static_cast<double>(f.bytes)), times(speed_up(row_of_step(rows, row, 0), row)),
          times(speed_up(row_of_step(rows, row, row.step->base), row)), fmt::format("{:.10f}", row.checksum),
          fmt::format("{:.0e}", row.deviation)})
      line.push_back(cell);
    if (row.builds.disturbed) line.push_back("disturbed");
    table.add(line);
  }
  fmt::print("{}", table.str());
  for (const LadderRow& row : rows)
    if (!row.has_times())
      fmt::print("  {}, case {}, window {}: {}\n", row.step->name, row.experiment_case, row.window,
                 row.fault.empty() ? row.unsupported : "FAIL " + row.fault);
  fmt::print(
      "  messages: block operations that left the rank; over base: over the step that it changes (--list); rest: "
      "fence,\n"
      "  waiting for the slowest rank, bookkeeping; from step 0: largest difference of an element of G, hartree\n\n");
}

Json ladder_json(const std::vector<LadderRow>& rows) {
  Json json = Json::array();
  for (const LadderRow& row : rows) {
    Json entry{{"step", number_of(row)},
               {"version", std::string(row.step->name)},
               {"base", row.step->base},
               {"case", row.experiment_case},
               {"window", row.window}};
    if (!add_status(entry, row.unsupported, row.fault)) {
      json.push_back(entry);
      continue;
    }
    const Figures f = figures_of(row.builds);
    entry.update({{"seconds", row.builds.wall()},
                  {"samples_seconds", row.builds.seconds},
                  {"tasks", row.builds.tasks},
                  {"compute_seconds", f.compute},
                  {"counter_seconds", f.counter},
                  {"fetch_seconds", f.gets},
                  {"add_seconds", f.accumulates},
                  {"rest_seconds", f.rest},
                  {"messages", f.messages},
                  {"bytes", f.bytes},
                  {"speed_up_over_first", speed_up(row_of_step(rows, row, 0), row)},
                  {"speed_up_over_base", speed_up(row_of_step(rows, row, row.step->base), row)},
                  {"checksum", row.checksum},
                  {"deviation", row.deviation},
                  {"disturbed", row.builds.disturbed}});
    json.push_back(entry);
  }
  return json;
}

}  // namespace fockproxy
