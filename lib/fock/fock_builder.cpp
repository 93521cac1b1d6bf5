#include "fock/fock_builder.hpp"

#include <algorithm>
#include <utility>

#include "fock/agreed_task_order.hpp"
#include "fock/agreed_task_space.hpp"
#include "fock/dealing_record.hpp"
#include "fock/spin_packing.hpp"
#include "fock/task_stream.hpp"
#include "parallel/thread_usage.hpp"

namespace fockproxy {

namespace {

// Polls happen within what was timed as computing.
void note_progress(const ProgressReport& report, const ThreadUsage& usage, RankRecord& record) {
  record.poll = report.poll_seconds;
  record.compute -= report.poll_seconds;
  record.polls = report.polls;
  record.helper = report.helper;
  record.library_helper = report.library;
  record.helper_inside_mpi = report.inside_mpi;
  record.helper_cpu = report.helper_cpu;
  record.cpu = usage.cpu;
  record.run_queue_delay = usage.run_queue_delay;
  record.involuntary_switches = usage.involuntary_switches;
}

}  // namespace

FockBuilder::FockBuilder(const Runtime& runtime, Watchdog& watchdog, const ShellPairs& pairs, const Matrix& schwarz,
                         const BlockPartition& partition, int spins, const FockConfig& config)
    : FockBuilder(runtime, watchdog, pairs, schwarz, partition, spins, config,
                  make_transport(runtime, BlockLayout(partition.first_functions(), spins), config,
                                 [&watchdog] { watchdog.beat(); })) {}

FockBuilder::FockBuilder(const Runtime& runtime, Watchdog& watchdog, const ShellPairs& pairs, const Matrix& schwarz,
                         const BlockPartition& partition, int spins, const FockConfig& config,
                         FockTransport transport)
    : runtime_(runtime),
      watchdog_(watchdog),
      pairs_(pairs),
      schwarz_(schwarz),
      partition_(partition),
      config_(config),
      layout_(partition_.first_functions(), spins),
      checksums_(layout_, config.seed),
      integrals_(choose_integrals(runtime, config)),
      digestor_(make_digestor(integrals_.source, pairs, schwarz, partition_, spins, watchdog)),
      verifier_(runtime, watchdog, pairs, partition_, spins, checksums_, config.seed),
      transport_(std::move(transport)) {
  if (transport_.digestor) digestor_ = transport_.digestor(std::move(digestor_));
}

FinishedBuild FockBuilder::build(const SpinMatrices& density, double threshold) {
  const Communicator& world = runtime_.world();
  FockBuild build;
  RankRecord record;
  TaskLedger ledger(partition_.blocks());

  watchdog_.mark("Fock build: task table");
  double start = now();
  const QuartetScreen screen(pairs_.basis(), partition_, schwarz_, density, threshold);
  const TaskSpace space = agreed_task_space(world, partition_, screen);
  const auto estimate = [&] { return estimated_task_costs(world, pairs_.basis(), partition_, screen, space); };
  std::vector<double> costs;
  if (find_order(config_.order).needs_costs) costs = estimate();
  const TaskOrder order = agreed_task_order(world, config_.order, space.tasks(), costs, config_.order_seed);
  build.tasks_before_screening = space.tasks_before_screening();
  build.tasks = space.tasks();
  build.threshold = threshold;
  build.task_table_seconds = now() - start;
  if (config_.keep_task_costs) build.task_estimates = costs.empty() ? estimate() : std::move(costs);

  watchdog_.mark("Fock build: distributing the density");
  start = now();
  Matrix packed = pack_spins(layout_, density);
  if (config_.replicated()) {
    world.barrier();
    const double before = now();
    world.broadcast(std::span(packed.data(), static_cast<std::size_t>(packed.size())));
    record.broadcast = now() - before;
  }
  transport_.density->scatter(packed);
  transport_.fock->zero();
  const Matrix table = checksums_.table(packed);
  build.setup_seconds = now() - start - record.broadcast;

  BlockTransfers transfers(runtime_, *transport_.density, *transport_.fock, config_.matrix_options.issue, checksums_,
                           table, record, !config_.replicated(), config_.trace);
  const auto cache = (config_.replicated() ? find_cache("ijk") : find_cache(config_.cache)).make(transfers, screen);
  verifier_.begin(space.tasks());
  transport_.distributor->begin(space.tasks());
  transport_.progress->start();
  world.barrier();

  // Ranks that get no tasks wait for the others: that is no stall, and ranks that work would show one.
  const bool works = transport_.distributor->works();
  if (!works) watchdog_.pause();
  const ThreadUsage usage_before = thread_usage();
  const double begin = now();
  run_tasks(space, order, screen, *cache, record, ledger);
  // The clock of a rank stops before it waits for the others: a barrier first would hide the imbalance.
  watchdog_.mark("Fock build: completing accumulates");
  const ThreadUsage usage = thread_usage() - usage_before;
  const double done = now();
  note_dealing(runtime_, *transport_.distributor, record);
  transport_.fock->complete();
  const double completed = now();
  watchdog_.mark("Fock build: fence");
  transport_.fock->fence();
  const double end = now();
  watchdog_.resume();
  transport_.progress->stop();
  trace_build({begin, done, completed, end});
  record.fence = completed - done;
  record.wait = end - completed;
  note_progress(transport_.progress->report(), usage, record);
  record.other = done - begin - record.compute - record.poll - record.communication_seconds();
  if (!works) record.wait += std::exchange(record.other, 0);  // serving the counter, too, is waiting for the others

  watchdog_.mark("Fock build: gathering F");
  start = now();
  const Matrix assembled = transport_.fock->gather();
  if (config_.replicated()) record.reduce = now() - start;
  build.seconds = world.max(end - begin + record.broadcast + record.reduce);
  build.quartets = world.sum(record.quartets);
  build.g = unpack_spins(layout_, assembled);
  for (Matrix& g : build.g) g = (0.5 * (g + g.transpose())).eval();

  watchdog_.mark("Fock build: verification");
  start = now();
  BuildVerdict verdict = verifier_.verify({density, packed, assembled, screen, ledger, transfers, build.tasks,
                                           build.quartets, build.seconds});
  build.neglected = verdict.neglected;
  // Ranks hold the same matrices, yet only rank 0's verdict counts: all must go the same way.
  const bool verified = world.min(verdict.verification.passed() ? 1 : 0) == 1;
  build.verification_seconds = now() - start;
  if (verified) gather_details(record, build);
  return {std::move(build), std::move(verdict.verification), verified};
}

// What only a verified build tells: the records of all ranks, and what was asked for beside.
void FockBuilder::gather_details(const RankRecord& record, FockBuild& build) const {
  const Communicator& world = runtime_.world();
  const auto bytes = world.gather(std::span(reinterpret_cast<const char*>(&record), sizeof record));
  build.ranks.resize(bytes.size() / sizeof record);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(build.ranks.data()));
  if (const ClassRates* rates = digestor_->class_rates())
    build.class_rates = rates->gather(world, pairs_.kernel_pairs());
  if (!config_.keep_task_costs) return;
  const auto lists = world.gather_lists(std::span<const TaskSeconds>(task_seconds_));
  if (!lists.empty()) build.task_seconds.resize(build.tasks);
  for (const auto& list : lists)
    for (const TaskSeconds& task : list) build.task_seconds.at(task.id) = task.seconds;
}

std::int64_t FockBuilder::count(const SpinMatrices& density) const {
  const QuartetScreen screen(pairs_.basis(), partition_, schwarz_, density, config_.threshold);
  return agreed_task_space(runtime_.world(), partition_, screen).tasks();
}

void FockBuilder::trace_build(const BuildTimes& t) const {
  if (config_.trace == nullptr) return;
  config_.trace->add({SpanKind::flush, -1, t.done, t.completed});
  config_.trace->add({SpanKind::idle, -1, t.completed, t.end});
  if (transport_.progress->report().helper) config_.trace->add({SpanKind::helper, -1, t.begin, t.end});
  config_.trace->add({SpanKind::run, -1, t.begin, t.end});
}

void FockBuilder::run_tasks(const TaskSpace& space, const TaskOrder& order, const QuartetScreen& screen,
                            BlockCache& cache, RankRecord& record, TaskLedger& ledger) {
  watchdog_.mark("Fock build: tasks");
  task_seconds_.clear();
  if (ClassRates* rates = digestor_->class_rates()) rates->clear();
  ProgressStrategy& progress = *transport_.progress;
  TraceRing* const trace = config_.trace;
  const int home = find_distributor(config_.counter) == nullptr ? 0 : -1;  // of a shared counter's value
  TaskStream stream(*transport_.distributor, order, home, trace);
  for (std::optional<std::int64_t> id = stream.next_id(), next_id; id; id = next_id) {
    const Task task = space.task(*id);
    const double fetched = trace == nullptr ? 0 : now();
    watchdog_.locate("Fock build: get");
    const TaskBlocks blocks = cache.fetch(task);
    if (config_.prefetch_blocks) {
      next_id = stream.next_id();
      if (next_id) cache.prefetch(space.task(*next_id));
    }
    const bool drawn = verifier_.drawn().before(*id, task, blocks);
    const double start = now();
    progress.resume(start);
    watchdog_.locate("Fock build: digestion");
    const auto counts = digestor_->digest(task, screen, blocks, progress);
    const double end = now();
    progress.pause(end);
    if (drawn) verifier_.drawn().after(blocks);
    record.compute += end - start;
    if (config_.keep_task_costs) task_seconds_.push_back({*id, end - start});
    watchdog_.locate("Fock build: accumulate");
    cache.accumulate(task, counts.quartets);
    if (trace != nullptr) {
      trace->add({SpanKind::compute, -1, start, end});
      trace->add({SpanKind::task, -1, fetched, now(), *id, -1, {task.i, task.j, task.k, task.l}});
    }

    ledger.note(*id, task.i, counts.quartets);
    ++record.tasks;
    record.empty_tasks += counts.quartets == 0;
    record.quartets += counts.quartets;
    record.integrals += counts.integrals;
    watchdog_.beat();
    watchdog_.locate("Fock build: drawing a task");
    if (!config_.prefetch_blocks) next_id = stream.next_id();
  }
  watchdog_.locate("Fock build: flush");
  cache.flush();
}

}  // namespace fockproxy
