#include "fock/fock_builder.hpp"

#include <algorithm>
#include <utility>

#include "fock/agreed_task_space.hpp"
#include "fock/build_plan.hpp"
#include "fock/dealing_record.hpp"
#include "parallel/thread_usage.hpp"

namespace fockproxy {

namespace {

// Polls happen within what was timed as computing.
void note_progress(const ProgressReport& report, RankRecord& record) {
  record.poll = report.poll_seconds;
  record.compute -= report.poll_seconds;
  record.polls = report.polls;
  record.helper = report.helper;
  record.library_helper = report.library;
  record.helper_inside_mpi = report.inside_mpi;
  record.helper_cpu = report.helper_cpu;
}

void note_usage(const ThreadUsage& usage, RankRecord& record) {
  record.cpu = usage.cpu;
  record.run_queue_delay = usage.run_queue_delay;
  record.involuntary_switches = usage.involuntary_switches;
}

}  // namespace

FockBuilder::FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config)
    : FockBuilder(session, system, config,
                  make_transport(session.runtime, system.layout(), config,
                                 [&watchdog = session.watchdog] { watchdog.beat(); })) {}

FockBuilder::FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config,
                         FockTransport transport)
    : session_(session),
      system_(system),
      config_(config),
      integrals_(choose_integrals(session.world(), config.integrals)),
      digestor_(make_digestor(integrals_.source, system_, session.watchdog)),
      distributor_(std::move(transport.distributor)),
      progress_(std::move(transport.progress)),
      exchange_(session.runtime, {std::move(transport.density), std::move(transport.fock)}, config),
      verifier_(session, system_, exchange_.checksums(), config) {
  if (transport.digestor) digestor_ = transport.digestor(std::move(digestor_));
}

FinishedBuild FockBuilder::build(const SpinMatrices& density, double threshold) {
  const Communicator& world = session_.world();
  Watchdog& watchdog = session_.watchdog;
  watchdog.mark("Fock build: task table");
  const BuildPlan plan(world, system_, density, threshold, config_);

  watchdog.mark("Fock build: distributing the density");
  LoopRecord record(system_.partition.blocks());
  exchange_.begin(density, plan.screen(), record.rank);
  const BuildTimes times = run(plan, record);
  note(times, record.rank);

  watchdog.mark("Fock build: gathering F");
  exchange_.gather();
  FockBuild build;
  build.g = exchange_.fock();
  build.threshold = threshold;
  build.tasks_before_screening = plan.space().tasks_before_screening();
  build.tasks = plan.tasks();
  build.quartets = world.sum(record.rank.quartets);
  build.seconds = world.max(times.end - times.begin + record.rank.broadcast + record.rank.reduce);
  build.task_table_seconds = plan.seconds();
  build.setup_seconds = exchange_.setup_seconds();
  if (config_.record.task_costs) build.task_estimates = plan.estimates();
  return verify(density, plan, record, std::move(build));
}

FockBuilder::BuildTimes FockBuilder::run(const BuildPlan& plan, LoopRecord& record) {
  Watchdog& watchdog = session_.watchdog;
  if (ClassRates* rates = digestor_->class_rates()) rates->clear();
  verifier_.begin(plan.tasks());
  distributor_->begin(plan.tasks());
  progress_->start();
  session_.world().barrier();

  // Ranks that get no tasks wait for the others: that is no stall, and ranks that work would show one.
  if (!distributor_->works()) watchdog.pause();
  const ThreadUsage usage = thread_usage();
  BuildTimes times{};
  times.begin = now();
  TaskLoop(watchdog, *digestor_, *progress_, config_)
      .run(plan, *distributor_, exchange_.blocks(), verifier_.drawn(), record);
  // The clock of a rank stops before it waits for the others: a barrier first would hide the imbalance.
  watchdog.mark("Fock build: completing accumulates");
  note_usage(thread_usage() - usage, record.rank);
  times.done = now();
  note_dealing(session_.runtime, *distributor_, record.rank);
  exchange_.complete();
  times.completed = now();
  watchdog.mark("Fock build: fence");
  exchange_.fence();
  times.end = now();
  watchdog.resume();
  progress_->stop();
  return times;
}

void FockBuilder::note(const BuildTimes& t, RankRecord& record) const {
  record.fence = t.completed - t.done;
  record.wait = t.end - t.completed;
  note_progress(progress_->report(), record);
  record.other = t.done - t.begin - record.compute - record.poll - record.communication_seconds();
  // Serving the counter, too, is waiting for the others.
  if (!distributor_->works()) record.wait += std::exchange(record.other, 0);
  if (TraceRing* const trace = config_.record.trace) {
    trace->add({SpanKind::flush, -1, t.done, t.completed});
    trace->add({SpanKind::idle, -1, t.completed, t.end});
    if (record.helper) trace->add({SpanKind::helper, -1, t.begin, t.end});
    trace->add({SpanKind::run, -1, t.begin, t.end});
  }
}

FinishedBuild FockBuilder::verify(const SpinMatrices& density, const BuildPlan& plan, const LoopRecord& record,
                                  FockBuild build) {
  session_.watchdog.mark("Fock build: verification");
  const double start = now();
  BuildVerdict verdict = verifier_.verify(
      {density, exchange_, plan.screen(), record.ledger, build.tasks, build.quartets, build.seconds});
  build.neglected = verdict.neglected;
  // Ranks hold the same matrices, yet only rank 0's verdict counts: all must go the same way.
  const bool verified = session_.world().min(verdict.verification.passed() ? 1 : 0) == 1;
  build.verification_seconds = now() - start;
  if (verified) gather_details(record, build);
  return {std::move(build), std::move(verdict.verification), verified};
}

// What only a verified build tells: the records of all ranks, and what was asked for beside.
void FockBuilder::gather_details(const LoopRecord& record, FockBuild& build) const {
  const Communicator& world = session_.world();
  for (const auto& rank : world.gather_lists(std::span<const RankRecord>(&record.rank, 1)))
    build.ranks.insert(build.ranks.end(), rank.begin(), rank.end());
  if (const ClassRates* rates = digestor_->class_rates())
    build.class_rates = rates->gather(world, system_.pairs.kernel_pairs());
  if (!config_.record.task_costs) return;
  const auto lists = world.gather_lists(std::span<const TaskSeconds>(record.task_seconds));
  if (!lists.empty()) build.task_seconds.resize(build.tasks);
  for (const auto& list : lists)
    for (const TaskSeconds& task : list) build.task_seconds.at(task.id) = task.seconds;
}

std::int64_t FockBuilder::count(const SpinMatrices& density) const {
  const QuartetScreen screen(system_.basis(), system_.partition, system_.schwarz, density,
                             config_.integrals.threshold);
  return agreed_task_space(session_.world(), system_.partition, screen).tasks();
}

}  // namespace fockproxy
