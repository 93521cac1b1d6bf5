// fockproxy counter: the shared-counter experiment of van Dam et al. (2008), for every counter, window and strategy.
#include <fmt/format.h>

#include "app/calculation/report.hpp"
#include "app/calculation/report_json.hpp"
#include "app/calculation/run_report.hpp"
#include "app/counter/counter_report.hpp"
#include "app/shared/dealers.hpp"
#include "app/shared/task_costs.hpp"
#include "app/shared/time_left.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

TaskLengths make_lengths(const CommandContext& context, const CounterOptions& options) {
  if (!options.costs.empty()) return {load_task_costs(context.runtime.world(), options.costs), options.stretch};
  return {parse_length_law(options.distribution), options.work, options.seed};
}

std::vector<SaturationRow> saturate_all(const CommandContext& context, const CounterOptions& options) {
  const Runtime& runtime = context.runtime;
  const ClockOffset clock = measure_clock_offset(runtime);
  const int ranks = runtime.world().size();
  std::vector<SaturationRow> rows;
  std::size_t planned = 0;
  const std::vector<WindowChoice> windows = options.window_list();
  for (const std::string& name : options.counters) planned += windows_for(has_windows(name), windows).size();
  TimeLeft left(runtime.world().is_root(), "saturation: {} of the rows measured", TimeLeft::Where::terminals);
  for (const std::string& name : options.counters)
    for (const WindowChoice& window : windows_for(has_windows(name), windows)) {
      left.tell(static_cast<double>(rows.size()) / static_cast<double>(planned));
      SaturationRow row{.counter = name,
                        .window = window_label(has_windows(name), window.kind),
                        .window_info = window.info.with_own_record(),
                        .unsupported = "",
                        .measurements = {}};
      context.watchdog.mark("counter: saturation");
      try {
        if (Choice<Dealer>(name)->counter == nullptr)
          throw AgreedUsageError("UNSUPPORTED: no central counter that could saturate");
        const auto counter = find_counter(name).make({runtime, {window.kind, row.window_info}});
        // A single rank may also be the home of the counter. With more ranks, the home answers and does nothing else.
        for (int drawers = 1; drawers < std::max(ranks, 2); ++drawers)
          row.measurements.push_back(saturate(runtime, *counter, clock, ranks == 1 ? 0 : 1,
                                              ranks == 1 ? 1 : 1 + drawers, options.saturate_time));
        if (ranks > 1) row.measurements.push_back(saturate(runtime, *counter, clock, 0, ranks, options.saturate_time));
      } catch (const AgreedUsageError& error) {
        row.unsupported = error.what();
      }
      rows.push_back(std::move(row));
    }
  return rows;
}

void require_no_fault(const std::vector<SaturationRow>& saturation) {
  for (const SaturationRow& row : saturation)
    for (const Saturation& s : row.measurements)
      if (!s.fault.empty())
        throw ComputationError(fmt::format("verification failed: counter {}, window {}{}: {}", row.counter, row.window,
                                           in_name(row.window_info), s.fault));
}

std::vector<std::string> labels(const std::vector<CounterConfig>& rows) {
  std::vector<std::string> names;
  for (const CounterConfig& c : rows)
    names.push_back(fmt::format("Case {}, {}, window {}{}, progress {}", c.experiment_case, c.counter, c.window,
                                in_name(c.window_info), c.progress));
  return names;
}

Json config_json(const CommandContext& context, const CounterOptions& o, const TaskLengths& lengths,
                 const SyntheticWork& work) {
  Json json = settings_json(context.settings);
  if (!o.costs.empty()) json["distribution"] = "recorded";
  json["mean_task_seconds"] = lengths.mean();
  json["iterations_per_second"] = work.iterations_per_second();
  json["device_used"] = work.device();
  return json;
}

ExitCode run_counter_command(const CommandContext& context, const CounterOptions& options) {
  const Communicator& world = context.runtime.world();
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  const Tracing tracing(context, options.trace);
  const TaskLengths lengths = make_lengths(context, options);
  if (world.is_root()) print_stack(context.runtime);
  context.watchdog.mark("counter: calibration");
  const SyntheticWork work(world, options.kind(), options.device);
  if (world.is_root() && !work.device().empty())
    fmt::print("  device      {}; ranks wait by {}\n\n", work.device(), options.device.wait.name());

  std::vector<CounterConfig> rows;
  std::vector<SaturationRow> saturation;
  std::vector<OperationVerdict> verdicts;
  const VerdictOptions verdict_options{.seed = options.seed};
  if (options.runs_cases()) {
    rows = planned_rows(options);
    run_rows(context, options, work, lengths, tracing.ring(), rows);
  }
  if (options.saturate) saturation = saturate_all(context, options);
  if (options.verdict) {
    context.watchdog.mark("counter: verdicts");
    const auto strategy = find_progress(options.progress).make({context.runtime, options.progress_options});
    verdicts = measure_verdicts(context.runtime, work, parse_windows(options.windows), *strategy, verdict_options);
  }
  const Json provenance = provenance_json(context);
  on_root(world, [&] {
    if (options.runs_cases()) print_rows(rows, lengths);
    if (options.saturate) print_saturation(saturation);
    const std::string broken = control_fault(verdicts);
    if (options.verdict && broken.empty()) print_verdicts(verdicts, verdict_options);
    if (json_file)
      json_file->write(document("counter", provenance, config_json(context, options, lengths, work),
                                {{"rows", rows_json(counter_figures(), rows)},
                                 {"saturation", saturation_json(saturation)},
                                 {"verdicts", broken.empty() ? verdicts_json(verdicts) : Json::array()}}));
    if (!broken.empty()) throw ComputationError(broken);
    require_no_fault(counter_figures(), rows);
    require_no_fault(saturation);
  });
  tracing.write(
      {{"command", "counter"}, {"provenance", provenance}, {"config", config_json(context, options, lengths, work)}},
      labels(rows));
  return ExitCode::success;
}

class CounterCommand : public SubcommandWith<CounterOptions> {
 public:
  const char* name() const override { return "counter"; }
  const char* summary() const override { return "the shared-counter experiment of van Dam et al. 2008"; }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_counter_command(context, options_); }
  Json figures() const override { return {{"rows", described(counter_figures())}}; }
};

}  // namespace

std::unique_ptr<Subcommand> make_counter_command() { return std::make_unique<CounterCommand>(); }

}  // namespace fockproxy
