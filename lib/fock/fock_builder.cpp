#include "fock/fock_builder.hpp"

#include <utility>

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

TaskLedger ledger_of(const std::vector<LoopRecord>& records) {
  TaskLedger sum = records.front().ledger;
  for (std::size_t t = 1; t < records.size(); ++t) sum += records[t].ledger;
  return sum;
}

std::int64_t quartets_of(const std::vector<LoopRecord>& records) {
  std::int64_t sum = 0;
  for (const LoopRecord& record : records) sum += record.rank.quartets;
  return sum;
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
      integrals_(choose_integrals(session.world(), config.integrals)),
      tables_(session.world(), system_),
      team_(session, system_, config_, integrals_.source, backends),
      matrices_({session.runtime, team_.calls(), team_.threads(), config.record.trace},
                {std::move(backends.density), std::move(backends.fock)}, config.blocks, config.seed),
      verifier_(session, system_, matrices_.checksums(), config) {}

FinishedBuild FockBuilder::build(const SpinDense& density, double threshold) {
  const Communicator& world = session_.world();
  Watchdog& watchdog = session_.watchdog;
  watchdog.mark("Fock build: distributing the density");
  matrices_.take(density);
  watchdog.mark("Fock build: task table");
  const BuildPlan plan(world, system_, {matrices_.ownership(), matrices_.density()}, tables_, threshold, config_);

  watchdog.mark("Fock build: distributing the density");
  Records records(static_cast<std::size_t>(team_.threads()), LoopRecord(system_.partition.blocks()));
  std::vector<RankRecord*> rank_records;
  for (LoopRecord& record : records) rank_records.push_back(&record.rank);
  matrices_.begin(plan.screen(), rank_records);
  const BuildTimes times = run(plan, records);
  for (std::size_t t = 0; t < records.size(); ++t) note(times, static_cast<int>(t), records[t]);

  watchdog.mark("Fock build: collecting F");
  FockBuild build;
  build.g = matrices_.collect();
  build.threshold = threshold;
  build.tasks_before_screening = plan.space().tasks_before_screening();
  build.tasks = plan.tasks();
  build.quartets = world.sum(quartets_of(records));
  build.seconds = world.max(times.end - times.begin + records.front().rank.broadcast + records.front().rank.reduce);
  build.task_table_seconds = plan.seconds();
  build.setup_seconds = matrices_.setup_seconds();
  build.collect_seconds = matrices_.collect_seconds();
  if (config_.record.task_costs) build.task_estimates = plan.estimates();
  return verify(plan, records, std::move(build));
}

FockBuilder::BuildTimes FockBuilder::run(const BuildPlan& plan, Records& records) {
  Watchdog& watchdog = session_.watchdog;
  verifier_.begin(plan.tasks());
  team_.begin(plan.tasks());
  session_.world().barrier();

  // Ranks that get no tasks wait for the others: that is no stall, and ranks that work would show one.
  if (!team_.works()) watchdog.pause();
  BuildTimes times{};
  times.begin = now();
  team_.run(plan, matrices_, verifier_, records);
  // The clock of a rank stops before it waits for the others: a barrier first would hide the imbalance.
  watchdog.mark("Fock build: completing accumulates");
  times.done = now();
  matrices_.complete();
  times.completed = now();
  watchdog.mark("Fock build: fence");
  matrices_.fence();
  times.end = now();
  watchdog.resume();
  team_.end();
  return times;
}

void FockBuilder::note(const BuildTimes& t, int thread, LoopRecord& loop) const {
  RankRecord& record = loop.rank;
  record.thread = thread;
  if (thread == 0) {
    record.fence = t.completed - t.done;
    note_progress(team_.progress_report(), record);
  }
  // Where there are several threads, each also waits for those of its own rank.
  record.wait = t.end - loop.done - record.fence;
  record.other = loop.done - t.begin - record.compute - record.poll - record.communication_seconds();
  // Serving the counter, too, is waiting for the others.
  if (!team_.works()) record.wait += std::exchange(record.other, 0);
  if (TraceRing* const trace = config_.record.trace) {
    trace->add({SpanKind::flush, -1, t.done, t.completed});
    trace->add({SpanKind::idle, -1, t.completed, t.end});
    if (record.helper) trace->add({SpanKind::helper, -1, t.begin, t.end});
    trace->add({SpanKind::run, -1, t.begin, t.end});
  }
}

FinishedBuild FockBuilder::verify(const BuildPlan& plan, const Records& records, FockBuild build) {
  session_.watchdog.mark("Fock build: verification");
  const double start = now();
  const TaskLedger ledger = ledger_of(records);
  BuildVerdict verdict =
      verifier_.verify({matrices_, plan.screen(), ledger, build.tasks, build.quartets, build.seconds});
  build.neglected = verdict.neglected;
  // All must go the same way.
  const bool verified = session_.world().min(verdict.verification.passed() ? 1 : 0) == 1;
  build.verification_seconds = now() - start;
  if (verified) gather_details(plan, records, build);
  return {std::move(build), std::move(verdict.verification), verified};
}

// What only a verified build tells: the records of all threads of all ranks, and what was asked for beside.
void FockBuilder::gather_details(const BuildPlan& plan, const Records& records, FockBuild& build) const {
  const Communicator& world = session_.world();
  std::vector<RankRecord> own;
  for (const LoopRecord& record : records) {
    own.push_back(record.rank);
    own.back().rank = world.rank();
  }
  for (const auto& rank : world.gather_lists(std::span<const RankRecord>(own)))
    build.ranks.insert(build.ranks.end(), rank.begin(), rank.end());
  if (!config_.record.task_costs) return;
  std::vector<TaskSeconds> seconds;
  for (const LoopRecord& record : records)
    seconds.insert(seconds.end(), record.task_seconds.begin(), record.task_seconds.end());
  const auto lists = world.gather_lists(std::span<const TaskSeconds>(seconds));
  if (!lists.empty()) {
    build.task_seconds.resize(build.tasks);
    for (std::int64_t id = 0; id < build.tasks; ++id) build.task_blocks.push_back(plan.space().task(TaskId{id}));
  }
  for (const auto& list : lists)
    for (const TaskSeconds& task : list) build.task_seconds.at(number(task.id)) = task.seconds;
}

std::int64_t FockBuilder::count(const SpinDense& density) {
  matrices_.take(density);
  const QuartetScreen screen(system_.partition, tables_.filled(system_, {matrices_.ownership(), matrices_.density()}),
                             config_.integrals.threshold);
  return agreed_task_space(session_.world(), system_.partition, screen, tables_.tasks).tasks();
}

}  // namespace fockproxy
