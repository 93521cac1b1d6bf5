#include "app/onesided/onesided_experiment.hpp"

#include <map>

#include "support/error.hpp"

namespace fockproxy {
namespace {

using namespace onesided;

// The strategies of all rows. Each is made when it is first needed.
class Strategies {
 public:
  Strategies(const Runtime& runtime, const ProgressOptions& options) : runtime_(runtime), options_(options) {}

  // Collective. Throws UsageError if this MPI does not support the strategy.
  ProgressStrategy& at(const std::string& name) {
    std::unique_ptr<ProgressStrategy>& strategy = made_[name];
    if (!strategy) strategy = find_progress(name).make({runtime_, options_});
    return *strategy;
  }

 private:
  const Runtime& runtime_;
  ProgressOptions options_;
  std::map<std::string, std::unique_ptr<ProgressStrategy>> made_;
};

// Measures overlap: the same transfer while the rank computes for as long as the transfer took alone.
void measure_overlap(const Bench& bench, OneSidedRow& row) {
  row.alone = row.measured.interval.median;
  bench.session.world().broadcast(std::span(&row.alone, 1));
  if (row.alone <= 0) return;  // unsupported or faulty
  TransferCase beside = row.planned.the_case;
  beside.own_work = row.alone;
  row.measured = measure(bench, beside);
  row.hidden = hidden_share(row.alone, beside.own_work, row.measured.interval.median);
}

}  // namespace

OneSidedResult run_onesided(const CommandContext& context, const OneSidedOptions& options) {
  const Runtime& runtime = context.runtime;
  OneSidedResult result{measure_clock(), "", {}};
  for (const Choice<TableEntry>& table : options.chosen_tables)
    for (PlannedRow& row : table->rows({runtime, options.axes})) {
      WindowInfo& info = row.the_case.window.info;
      info = info.with_own_record();
      result.rows.push_back({std::move(row), {}});
    }
  if (result.rows.empty()) throw AgreedUsageError("nothing to measure: these tables have no row for the other options");
  context.watchdog.mark("onesided: calibration");
  const SyntheticWork work(context.world(), options.work_kind == "device" ? WorkKind::device : WorkKind::busy,
                           options.device);
  result.device = work.device();
  Strategies strategies(runtime, options.progress_options);
  for (OneSidedRow& row : result.rows) {
    context.watchdog.mark("onesided: a row");
    try {
      ProgressStrategy& progress = strategies.at(row.planned.progress);
      const Bench bench{context, work, progress, result.clock, options.effort.limits, options.fault};
      progress.start();
      row.measured = measure(bench, row.planned.the_case);
      if (row.planned.overlap) measure_overlap(bench, row);
      progress.stop();
    } catch (const AgreedUsageError& error) {
      row.measured.unsupported = error.what();
    }
  }
  return result;
}

std::string target_label(const PlannedRow& row) {
  if (row.the_case.period == 0) return "inside";
  return row.progress == "none" ? "computing" : "computing, " + row.progress;
}

}  // namespace fockproxy
