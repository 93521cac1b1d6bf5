#include "app/compare/compare_rows.hpp"

#include <algorithm>

#include "app/compare/same_bits.hpp"
#include "app/shared/dealers.hpp"
#include "counters/counter_distributor.hpp"
#include "experiment/counter_row.hpp"
#include "record/distribution.hpp"
#include "timing/samples.hpp"

namespace fockproxy {
namespace {

int idle_ranks_of(const CompareOptions& options, const CompareRow& row) {
  return row.experiment_case == 2 ? options.idle_ranks : 0;
}

FockConfig config_of(const CompareOptions& options, const CompareRow& row, Column column) {
  FockConfig config = options.calculation.fock;
  config.dealing.idle_ranks = idle_ranks_of(options, row);
  if (column == Column::nothing) {
    config.record.task_costs = true;
    return config;
  }
  config.counter = row.counter;
  config.blocks.cache = column == Column::counter ? "replicated" : column == Column::six ? "ijk" : "none";
  config.progress.strategy = row.progress;
  if (row.window != "-") config.blocks.matrices.window = {*parse_window_kind(row.window), row.window_info};
  config.blocks.matrices.owners = row.owners == "idle" ? options.idle_ranks : 0;
  return config;
}

// The row's counter; the negative control adds its delays.
std::unique_ptr<Distributor> delayed_counter(const Runtime& runtime, const FockConfig& config,
                                             const contracts::Delays& delays) {
  if (config.counter->counter == nullptr)
    throw AgreedUsageError("UNSUPPORTED: delays are injected into shared counters, and " + config.counter.name() +
                           " is not one");
  const CounterEntry& entry = supported(*config.counter->counter, "counter");
  auto counter = contracts::delayed(entry.make({runtime, config.blocks.matrices.window}), delays);
  const Communicator& world = runtime.world();
  const Workers workers = agree_on_workers(world, world.rank() >= config.dealing.idle_ranks && counter->draws());
  const auto schedule = std::make_shared<FixedSchedule>(config.dealing.chunk);
  return std::make_unique<CounterDistributor>(std::move(counter), schedule, workers);
}

// Everything that the rows of one grain need.
class GrainRuns {
 public:
  GrainRuns(const Calculation& calculation, const CompareOptions& options, const std::string& grain,
            const SyntheticWork& work, const ClockOffset& clock)
      : calculation_(calculation),
        options_(options),
        system_(calculation.fock_system(make_partition(calculation.system.basis, Grain::parse(grain)))),
        work_(work),
        clock_(clock) {}

  void add(CompareRow& row) {
    Runs runs{&row, {}, nullptr, nullptr, {}};
    try {
      if (row.owners == "idle" && runtime().world().size() < options_.idle_ranks + 2)
        throw AgreedUsageError("UNSUPPORTED: --owners idle needs 2 working ranks beside the idle ones");
      for (int c = 0; c < columns; ++c) runs.builders.push_back(make_builder(row, static_cast<Column>(c)));
      const FockConfig config = config_of(options_, row, Column::counter);
      const MatrixEntry& matrix = *config.blocks.matrix;
      find_progress(row.progress)
          .require_windows(has_windows(row.counter) && matrix.has_windows, config.blocks.matrices.window.kind);
      runs.distributor =
          row.delayed && options_.delays.counter > 0
              ? delayed_counter(runtime(), config, options_.delays)
              : make_distributor(row.counter, {runtime(), config.blocks.matrices.window, config.effective_dealing()});
      runs.progress = find_progress(row.progress).make({runtime(), config.progress.options});
    } catch (const AgreedUsageError& error) {
      row.unsupported = error.what();
      return;
    }
    runs_.push_back(std::move(runs));
  }

  void run(const SpinDense& density) {
    for (int round = 0; wants_more(round); ++round)
      for (Runs& runs : runs_)
        for (int c = 0; c < columns && runs.row->fault.empty(); ++c) {
          FinishedBuild finished = runs.builders[c]->build(density);
          if (!finished.verified()) {
            runs.row->fault = std::string(column_names[c]) + ": " +
                              runtime().world().broadcast(finished.verification().first_failure());
            continue;
          }
          FockBuild build = std::move(finished).result();
          if (const std::string fault = bits_.fault(build); !fault.empty()) {
            runs.row->fault = std::string(column_names[c]) + ": " + fault;
            continue;
          }
          if (runtime().world().is_root()) runs.row->results[c].add(build);
          if (c == 0 && costs_.empty()) keep_costs(build);
          if (c == static_cast<int>(Column::counter)) run_kernel(runs);
        }
    for (Runs& runs : runs_) runs.row->hash = bits_.hash();
    if (!runtime().world().is_root()) return;
    for (Runs& runs : runs_)
      runs.row->kernel_degradation = summarise(runs.kernel, runtime().node_of_rank()).degradation;
  }

 private:
  // Whether another round is needed. Collective.
  bool wants_more(int rounds) {
    if (options_.rounds) return rounds < *options_.rounds;
    int more = 0;
    if (runtime().world().is_root()) {
      if (rounds == 0) rules_.assign(runs_.size(), StopRule(CompareOptions::until));
      for (std::size_t i = 0; i < runs_.size(); ++i)
        if (runs_[i].row->fault.empty() && rules_[i].wants_more(runs_[i].row->efficiencies(Column::six))) more = 1;
    }
    runtime().world().broadcast(std::span(&more, 1));
    return more == 1;
  }

  struct Runs {
    CompareRow* row;
    std::vector<std::unique_ptr<FockBuilder>> builders;  // by column
    std::unique_ptr<Distributor> distributor;            // for the counter kernel
    std::unique_ptr<ProgressStrategy> progress;
    std::vector<CounterRun> kernel;
  };

  const Runtime& runtime() const { return calculation_.context.runtime; }

  std::unique_ptr<FockBuilder> make_builder(const CompareRow& row, Column column) {
    const FockConfig config = config_of(options_, row, column);
    BuildBackends transport = make_backends(runtime(), system_.layout(), config);
    if (row.delayed && column != Column::nothing) {
      if (options_.delays.counter > 0) transport.distributor = delayed_counter(runtime(), config, options_.delays);
      if (!config.replicated()) {
        transport.density = contracts::delayed(std::move(transport.density), options_.delays);
        transport.fock = contracts::delayed(std::move(transport.fock), options_.delays);
      }
    }
    return std::make_unique<FockBuilder>(calculation_.context, system_, config, std::move(transport));
  }

  void keep_costs(const FockBuild& build) {
    costs_.resize(static_cast<std::size_t>(build.tasks));
    std::ranges::transform(build.task_costs, costs_.begin(), &TaskCost::seconds);
    runtime().world().broadcast(std::span(costs_));
  }

  void run_kernel(Runs& runs) {
    if (costs_.empty() || options_.calculation.fock.threads.count > 1) return;  // the kernel has one thread per rank
    const TaskLengths lengths(costs_, 1);
    const CounterKernel kernel{runtime(), calculation_.context.watchdog, work_, lengths, clock_};
    CounterRun run = run_counter_kernel(kernel, *runs.distributor, *runs.progress, std::ssize(costs_),
                                        Choice<Dealer>(runs.row->counter)->counter != nullptr);
    if (!run.fault.empty()) runs.row->fault = "the counter kernel: " + run.fault;
    runs.kernel.push_back(std::move(run));
  }

  const Calculation& calculation_;
  const CompareOptions& options_;
  FockSystem system_;
  const SyntheticWork& work_;
  ClockOffset clock_;
  std::vector<double> costs_;  // seconds by task id, from the first build without communication
  std::vector<Runs> runs_;
  std::vector<StopRule> rules_;  // one per run, on rank 0
  SameBits bits_;
};

}  // namespace

double CompareRow::degradation(Column column) const {
  const double base = results[0].per_task();
  return base > 0 ? results[static_cast<int>(column)].per_task() / base : 0;
}

std::vector<double> CompareRow::efficiencies(Column column) const {
  const BuildSamples &without = results[0], &with = results[static_cast<int>(column)];
  std::vector<double> values;
  for (std::size_t round = 0; round < with.seconds.size(); ++round)
    values.push_back(without.seconds_per_task[round] * static_cast<double>(without.tasks) /
                     (static_cast<double>(with.ranks.size()) * with.seconds[round]));
  return values;
}

std::vector<CompareRow> planned_rows(const CompareOptions& options) {
  std::vector<CompareRow> rows;
  const bool matrix_has_windows = options.calculation.fock.blocks.matrix->has_windows;
  for (const std::string& grain : options.grains)
    for (const std::string& counter : options.counters) {
      const bool any_window = matrix_has_windows || has_windows(counter);
      for (const WindowChoice& window : windows_for(any_window, options.window_list()))
        for (const int c : options.cases)
          for (const std::string& owners : c == 2 ? options.owners : std::vector<std::string>{"all"})
            for (const std::string& strategy : c == 3 ? std::vector<std::string>{"helper-block"} : options.strategies)
              for (const bool delayed : {false, true}) {
                if (delayed && options.inject.empty()) continue;
                CompareRow row;
                row.grain = grain;
                row.experiment_case = c;
                row.owners = owners;
                row.counter = counter;
                row.window = window_label(any_window, window.kind);
                row.window_info = window.info.with_own_record();
                row.progress = progress_in_effect(counter, options.calculation.fock.dealing.node_counter, strategy);
                row.delayed = delayed;
                rows.push_back(std::move(row));
              }
    }
  return rows;
}

void run_rows(const Calculation& calculation, const CompareOptions& options, const SpinDense& density,
              std::vector<CompareRow>& rows) {
  calculation.context.watchdog.mark("compare: calibration");
  const bool sleeps = options.calculation.fock.integrals.task_sleep > 0;
  const SyntheticWork work(calculation.context.runtime.world(), sleeps ? WorkKind::sleep : WorkKind::busy);
  const ClockOffset clock = measure_clock_offset(calculation.context.runtime);
  for (const std::string& grain : options.grains) {
    calculation.context.watchdog.mark("compare: making a grain's rows ready");
    GrainRuns runs(calculation, options, grain, work, clock);
    for (CompareRow& row : rows)
      if (row.grain == grain) runs.add(row);
    runs.run(density);
  }
}

}  // namespace fockproxy
