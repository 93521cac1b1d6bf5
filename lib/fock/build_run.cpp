#include "fock/build_run.hpp"

#include <utility>

#include "support/clock.hpp"

namespace fockproxy {

namespace {

// Polls happened within the time measured as computing, so their time is subtracted.
void note_progress(const ProgressReport& report, RankRecord& record) {
  record.poll = report.poll_seconds;
  record.compute -= report.poll_seconds;
  record.polls = report.polls;
  record.helper = report.helper;
  record.library_helper = report.library;
  record.helper_inside_mpi = report.inside_mpi;
  record.helper_cpu = report.helper_cpu;
}

template <class T>
std::vector<T> joined(const std::vector<std::vector<T>>& lists) {
  std::vector<T> all;
  for (const std::vector<T>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace

TaskLedger FinishedRun::ledger() const {
  TaskLedger sum = records.front().ledger;
  for (std::size_t t = 1; t < records.size(); ++t) sum += records[t].ledger;
  return sum;
}

std::int64_t FinishedRun::quartets() const {
  std::int64_t sum = 0;
  for (const LoopRecord& record : records) sum += record.rank.quartets;
  return sum;
}

std::vector<RankRecord> FinishedRun::gathered_ranks(const Communicator& world) const {
  std::vector<RankRecord> own;
  for (const LoopRecord& record : records) {
    own.push_back(record.rank);
    own.back().rank = world.rank();
  }
  return joined(world.gather_lists(std::span<const RankRecord>(own)));
}

std::vector<TaskSeconds> FinishedRun::gathered_tasks(const Communicator& world) const {
  std::vector<TaskSeconds> own;
  for (const LoopRecord& record : records)
    own.insert(own.end(), record.task_seconds.begin(), record.task_seconds.end());
  return joined(world.gather_lists(std::span<const TaskSeconds>(own)));
}

BuildRun::BuildRun(const Session& session, const FockConfig& config, const EngineMaker& engine,
                   BuildBackends&& backends)
    : session_(session),
      config_(config),
      team_(session, config, engine, backends),
      matrices_({session.runtime, team_.calls(), team_.threads(), config.record.trace, team_.memories()},
                {{std::move(backends.density), std::move(backends.fock)}, std::move(backends.make_fock)},
                config.effective_blocks(), config.seed) {}

FinishedRun BuildRun::run(const BuildTasks& tasks, int blocks, const std::optional<FockGrid>& grid,
                          std::span<DrawnTasks> drawn) {
  session_.watchdog.mark("Fock build: distributing the density");
  FinishedRun run{.records = std::vector<LoopRecord>(static_cast<std::size_t>(team_.threads()), LoopRecord(blocks))};
  std::vector<RankRecord*> rank_records;
  for (LoopRecord& record : run.records) rank_records.push_back(&record.rank);
  matrices_.begin(tasks.screen, grid, rank_records);
  const Times times = work(tasks, drawn, run.records);
  for (std::size_t t = 0; t < run.records.size(); ++t) note(times, static_cast<int>(t), run.records[t]);
  run.seconds = times.end - times.begin;
  return run;
}

BuildRun::Times BuildRun::work(const BuildTasks& tasks, std::span<DrawnTasks> drawn, std::vector<LoopRecord>& records) {
  Watchdog& watchdog = session_.watchdog;
  team_.begin(tasks.source.tasks());
  session_.world().barrier();

  // Ranks without tasks wait for the others. This is no stall, and a stall of a working rank shows on that rank.
  if (!team_.works()) watchdog.pause();
  Times times{};
  times.begin = now();
  team_.run(tasks, matrices_, drawn, records);
  // The clock of a rank stops before it waits for the others. A barrier before it would hide the load imbalance.
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

void BuildRun::note(const Times& t, int thread, LoopRecord& loop) const {
  RankRecord& record = loop.rank;
  record.thread = thread;
  if (thread == 0) {
    record.fence = t.completed - t.done;
    note_progress(team_.progress_report(), record);
  }
  // With several threads, each thread also waits for the other threads of its rank.
  record.wait = t.end - loop.done - record.fence;
  record.other = loop.done - t.begin - record.compute - record.poll - record.communication_seconds();
  // Serving the counter counts as waiting for the others.
  if (!team_.works()) record.wait += std::exchange(record.other, 0);
  if (TraceRing* const trace = config_.record.trace) {
    trace->add({.kind = SpanKind::flush, .begin = t.done, .end = t.completed});
    trace->add({.kind = SpanKind::idle, .begin = t.completed, .end = t.end});
    if (record.helper) trace->add({.kind = SpanKind::helper, .begin = t.begin, .end = t.end});
    trace->add({.kind = SpanKind::run, .begin = t.begin, .end = t.end});
  }
}

}  // namespace fockproxy
