#include "fock/fock_builder.hpp"

#include <utility>

#include "digestion/sleeping_digestor.hpp"
#include "digestion/split_engine.hpp"
#include "fock/fock_bound.hpp"

namespace fockproxy {

namespace {

// one_by_one: the contributions of a task must not depend on the tasks in flight with it.
EngineMaker engines_of(const Session& session, const FockSystem& system, const IntegralOptions& integrals,
                       const IntegralSource& source, bool one_by_one, const BuildBackends& backends) {
  const auto digestor = [&session, &system, &source, one_by_one, replace = backends.digestor,
                         sleep = integrals.task_sleep] {
    auto made = make_digestor(source, system, session.watchdog);
    if (one_by_one) made = std::make_unique<OneByOneDigestor>(std::move(made));
    if (replace) made = replace(std::move(made));
    if (sleep > 0) made = std::make_unique<SleepingDigestor>(std::move(made), sleep);
    return made;
  };
  return [&session, &system, &integrals, &source, digestor, class_seconds = backends.class_seconds] {
    return make_engine(*integrals.source, {.session = session,
                                           .system = system,
                                           .wait = integrals.device_wait->wait,
                                           .path = integrals.effective_device_path().path,
                                           .kernels = source.kernels,
                                           .digestor = digestor,
                                           .class_seconds = class_seconds,
                                           .streams = integrals.device_streams});
  };
}

}  // namespace

FockBuilder::FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config)
    : FockBuilder(session, system, config,
                  make_backends(session.runtime, system.layout(), config,
                                [&watchdog = session.watchdog] { watchdog.beat(); })) {}

FockBuilder::FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config,
                         BuildBackends backends)
    : session_(session),
      system_(system),
      config_(config),
      integrals_(choose_integrals(session.runtime, config.integrals)),
      tables_(session.world(), system_),
      run_(session_, config_,
           engines_of(session_, system_, config_.integrals, integrals_.source, config_.blocks.sum->exact, backends),
           std::move(backends)),
      verifier_(session, system_, run_.matrices().checksums(), config) {
  refuse_impossible_direct(config);
}

FinishedBuild FockBuilder::build(const SpinDense& density, double threshold) {
  const Communicator& world = session_.world();
  Watchdog& watchdog = session_.watchdog;
  BuildMatrices& matrices = run_.matrices();
  watchdog.mark("Fock build: distributing the density");
  matrices.take(density);
  watchdog.mark("Fock build: task table");
  const BuildPlan plan(world, system_, {matrices.ownership(), matrices.density()}, tables_, threshold, config_);
  verifier_.begin(plan.tasks());
  const double before_grid = now();
  std::optional<FockGrid> grid;
  if (config_.blocks.sum->exact) grid = fock_grid(system_, plan.screen(), *config_.blocks.sum);
  const double grid_seconds = now() - before_grid;
  const FinishedRun run = run_.run(plan.to_do(), system_.partition.blocks(), grid, verifier_.drawn());

  watchdog.mark("Fock build: collecting F");
  FockBuild build;
  build.g = matrices.collect();
  build.hash = hash_of(build.g);
  build.threshold = threshold;
  build.tasks_before_screening = plan.space().tasks_before_screening();
  build.tasks = plan.tasks();
  build.quartets = world.sum(run.quartets());
  const RankRecord& first = run.records.front().rank;
  build.seconds = world.max(run.seconds + first.broadcast + first.reduce);
  build.task_table_seconds = plan.seconds() + grid_seconds;
  build.grid = grid;
  build.setup_seconds = matrices.setup_seconds();
  build.collect_seconds = matrices.collect_seconds();
  return verify(plan, run, std::move(build));
}

FinishedBuild FockBuilder::verify(const BuildPlan& plan, const FinishedRun& run, FockBuild build) {
  session_.watchdog.mark("Fock build: verification");
  const double start = now();
  const TaskLedger ledger = run.ledger();
  BuildVerdict verdict = verifier_.verify({.matrices = run_.matrices(),
                                           .screen = plan.screen(),
                                           .ledger = ledger,
                                           .tasks = build.tasks,
                                           .quartets = build.quartets,
                                           .fock_seconds = build.seconds});
  build.neglected = verdict.neglected;
  // All ranks must take the same branch.
  const bool verified = session_.world().min(verdict.verification.passed() ? 1 : 0) == 1;
  build.verification_seconds = now() - start;
  if (verified) {
    build.ranks = run.gathered_ranks(session_.world());
    if (config_.record.task_costs) build.task_costs = task_costs(plan, run);
  }
  return {std::move(build), std::move(verdict.verification), verified};
}

std::vector<TaskCost> FockBuilder::task_costs(const BuildPlan& plan, const FinishedRun& run) const {
  std::vector<TaskCost> costs;
  for (const TaskSeconds& took : run.gathered_tasks(session_.world())) {
    costs.resize(static_cast<std::size_t>(plan.tasks()));
    const auto id = static_cast<std::size_t>(number(took.id));
    costs.at(id) = {.task = plan.space().task(took.id),
                    .quartets = took.quartets,
                    .seconds = took.seconds,
                    .cpu = took.cpu,
                    .estimate = plan.estimates()[id]};
  }
  return costs;
}

std::int64_t FockBuilder::count(const SpinDense& density) {
  BuildMatrices& matrices = run_.matrices();
  matrices.take(density);
  const QuartetScreen screen(system_.partition, tables_.filled(system_, {matrices.ownership(), matrices.density()}),
                             config_.integrals.threshold);
  return agreed_task_space(session_.world(), system_.partition, screen, tables_.tasks).tasks();
}

}  // namespace fockproxy
