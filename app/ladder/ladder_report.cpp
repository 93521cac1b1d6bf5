#include "app/ladder/ladder_report.hpp"

#include <fmt/format.h>

namespace fockproxy {
namespace {

using F = Figure<LadderRow>;

// Seconds and operations of one build, summed over the ranks.
struct Sums {
  double compute, counter, gets, accumulates, rest;
  std::int64_t messages, bytes;  // block operations to other ranks
};

Sums sums_of(const BuildSamples& builds) {
  const RankRecord sum = total(builds.ranks);
  const auto n = static_cast<double>(builds.seconds.size());
  const auto seconds = [&](OperationKind kind) { return sum[kind].total_seconds(); };
  Sums f{};
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

int number_of(const LadderRow& row) { return static_cast<int>(row.step - ladder_steps().data()); }

std::string step_text(const LadderRow& row) { return fmt::format("{} {}", number_of(row), row.step->name); }

FigureList<LadderRow> ladder_identity() {
  return {F("step", "step", "", "number of the step", number_of, {.cell = step_text}),
          F("version", no_column, "", "name of the step", [](const LadderRow& row) { return row.step->name; }),
          F("base", no_column, "", "the step that this one changes; -1: the first",
            [](const LadderRow& row) { return row.step->base; }, {.range = at_least(-1)}),
          F("case", "case", "", "1: every rank works; 2: the first ranks idle inside MPI", &LadderRow::experiment_case,
            {.range = {.least = 1, .most = 2}}),
          F("window", "window", "", "kind of window", &LadderRow::window, {.values = values_of(window_kind_names)})};
}

FigureList<LadderRow> ladder_results() {
  const auto sum = [](auto Sums::* part) { return [part](const LadderRow& row) { return sums_of(row.builds).*part; }; };
  const auto factor = [](double LadderRow::* part) {
    return [part](const LadderRow& row) { return row.*part > 0 ? fmt::format("{:.2f}", row.*part) : "-"; };
  };
  return {
      F("seconds", "total", "s", "one build, median", [](const LadderRow& row) { return row.builds.wall(); }),
      F("samples_seconds", no_column, "s", "each build", [](const LadderRow& row) { return row.builds.seconds; }),
      F("tasks", no_column, "", "tasks of one build", [](const LadderRow& row) { return row.builds.tasks; }),
      F("compute_seconds", "computing", "s",
        "computing; this and the next four are of one build, summed over the ranks", sum(&Sums::compute)),
      F("counter_seconds", "counter", "s", "draws", sum(&Sums::counter)),
      F("fetch_seconds", "gets", "s", "blocks of D: gets, held ones, broadcasts", sum(&Sums::gets)),
      F("add_seconds", "accumulates", "s", "blocks of F: accumulates, held ones, reductions", sum(&Sums::accumulates)),
      F("rest_seconds", "rest", "s", "fence, waiting for the slowest rank, bookkeeping", sum(&Sums::rest),
        {.range = {}}),
      F("messages", "messages", "", "block operations of one build that left the rank", sum(&Sums::messages)),
      F("bytes", "bytes", "B", "bytes of these operations", sum(&Sums::bytes)),
      F("speed_up_over_first", "over 0", "", "speed-up over step 0; 0: unknown", &LadderRow::over_first,
        {.cell = factor(&LadderRow::over_first)}),
      F("speed_up_over_base", "over base", "", "speed-up over the step that this one changes (--list); 0: unknown",
        &LadderRow::over_base, {.cell = factor(&LadderRow::over_base)}),
      F("checksum", "checksum of G", "", "x^T G y, seeded", &LadderRow::checksum, {.format = "{:.10f}", .range = {}}),
      F("deviation", "from step 0", "hartree", "largest difference of an element of G from that of the first step",
        &LadderRow::deviation, {.format = "{:.0e}"}),
      F("disturbed", "", "", "a rank waited for a core for more than 5% of its time",
        [](const LadderRow& row) { return row.builds.disturbed; })};
}

}  // namespace

Figures<LadderRow> ladder_figures() {
  return {.identity = ladder_identity(),
          .results = ladder_results(),
          .outcome = [](const LadderRow& row) { return Outcome{.unsupported = row.unsupported, .fault = row.fault}; },
          .name =
              [](const LadderRow& row) {
                return fmt::format("{}, case {}, window {}", row.step->name, row.experiment_case, row.window);
              }};
}

void print_ladder_list() {
  int number = 0;
  for (const LadderStep& step : ladder_steps()) {
    const char* const only = step.on_device ? "; --device-steps" : "";
    const std::string from = step.base < 0 ? "" : fmt::format(" (from {}{})", step.base, only);
    fmt::print("{} {}{}: {}\n", number++, step.name, from, step.change);
    fmt::print("    {}\n", step.source);
  }
}

void print_ladder(const std::vector<LadderRow>& rows) {
  fmt::print(
      "The same tasks in the same ticket order at every step (time of one build, summed over ranks but for total)\n{}{}"
      "  messages: block operations that left the rank; over base: over the step that it changes (--list); rest: "
      "fence,\n"
      "  waiting for the slowest rank, bookkeeping; from step 0: largest difference of an element of G, hartree\n\n",
      table_of(ladder_figures(), rows), reasons_of(ladder_figures(), rows));
}

}  // namespace fockproxy
