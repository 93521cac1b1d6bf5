#include <memory>

#include "app/calculation/calculation.hpp"
#include "app/quickstart/stages.hpp"
#include "parallel/agreement.hpp"
#include "parallel/global_arrays.hpp"

namespace fockproxy {
namespace {

constexpr int rounds = 3;

// A calculation that is ready to build, and the results of its builds.
struct TrialRun {
  const CalculationOptions& options;
  Trial trial;
  std::unique_ptr<Calculation> calculation;
  SpinDense density;
};

void make_ready(const CommandContext& context, TrialRun& run) {
  run.calculation = std::make_unique<Calculation>(context, run.options, System(context, run.options));
  Calculation& c = *run.calculation;
  // As the default of `fock`.
  run.density = lowest_density(c.problem, fock_matrices(c.problem, c.history.build(c.guess.density)));
  c.forget();
}

// Runs `action` unless something failed before; the same on every rank.
template <class Action>
void attempt(TrialRun& run, Action action) {
  if (!run.trial.unsupported.empty() || !run.trial.fault.empty()) return;
  try {
    action();
  } catch (const AgreedUsageError& error) {
    run.trial.unsupported = error.what();
  } catch (const AgreedError& error) {
    run.trial.fault = error.message();
  }
}

}  // namespace

std::vector<PlannedTrial> plan_trials(const std::string& input) {
  std::vector<std::string> settings{"", "--progress poll"};
  if (built_with_global_arrays()) settings.push_back("--counter ga --matrix ga");
  std::vector<PlannedTrial> plans(settings.size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    plans[i].settings = settings[i];
    read_options([&](CLI::App& command) { plans[i].options.add(command); }, "--input " + input + " " + settings[i]);
    plans[i].options.resolve();
  }
  return plans;
}

std::vector<Trial> try_builds(const CommandContext& context, const std::vector<PlannedTrial>& plans, const Done& done) {
  context.watchdog.mark("quickstart: builds");
  std::vector<TrialRun> runs;
  const auto steps = static_cast<double>(plans.size() * (rounds + 1));
  double step = 0;
  for (const PlannedTrial& plan : plans) {
    done(step++ / steps);
    runs.push_back({plan.options, {}, nullptr, {}});
    runs.back().trial.settings = plan.settings;
    attempt(runs.back(), [&] { make_ready(context, runs.back()); });
  }
  for (int round = 0; round < rounds; ++round)
    for (TrialRun& run : runs) {
      done(step++ / steps);
      attempt(run, [&] {
        run.calculation->history.build(run.density);
        run.trial.seconds.push_back(run.calculation->history.builds().back().seconds);
      });
    }
  std::vector<Trial> trials;
  for (TrialRun& run : runs) {
    if (context.runtime.world().is_root() && run.trial.believed())
      run.trial.computing = compute_share(total(run.calculation->history.ranks()));
    trials.push_back(std::move(run.trial));
  }
  return trials;
}

}  // namespace fockproxy
