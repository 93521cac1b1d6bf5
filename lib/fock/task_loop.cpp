#include "fock/task_loop.hpp"

namespace fockproxy {

TaskInFlight TaskStream::numbered(Position position) const {
  const TaskId id = tasks_.order.id(position);
  return {.id = id, .task = tasks_.source.task(id)};
}

std::optional<TaskInFlight> TaskStream::next() {
  while (drawn_.empty()) {
    const double asked = trace_ == nullptr ? 0 : now();
    const auto range = work_.next();
    if (trace_ != nullptr)
      trace_->add({.kind = SpanKind::counter,
                   .target = home_,
                   .begin = asked,
                   .end = now(),
                   .id = range ? number(range->first) : -1});
    if (!range) return std::nullopt;
    drawn_ = *range;
  }
  return numbered(drawn_.take());
}

void TaskStream::add_alike(std::vector<TaskInFlight>& batch, int most) {
  const Task first = batch.front().task;
  while (std::ssize(batch) < most && !drawn_.empty()) {
    const TaskInFlight next = numbered(drawn_.first);
    if (next.task.i != first.i || next.task.j != first.j) return;
    drawn_.take();
    batch.push_back(next);
  }
}

void TaskLoop::run(const BuildTasks& tasks, Distributor& work, BlockCache& blocks, DrawnTasks& drawn,
                   LoopRecord& record) {
  watchdog_.mark("Fock build: tasks");
  TraceRing* const trace = config_.record.trace;
  const bool ahead = config_.blocks.prefetch_blocks;
  const int most = config_.effective_blocks().most_in_flight();
  const int home = config_.counter->counter != nullptr ? 0 : -1;  // the rank with the value of a shared counter
  TaskStream stream(work, tasks, home, trace);
  engine_.begin(tasks.screen);
  for (std::optional<TaskInFlight> task = stream.next(), next; task; task = next) {
    const double begin = trace == nullptr ? 0 : now();
    batch_.assign(1, *task);
    stream.add_alike(batch_, most);
    watchdog_.locate("Fock build: get");
    for (int place = 0; place < std::ssize(batch_); ++place)
      batch_[place].blocks = blocks.fetch(batch_[place].task, place);
    for (TaskInFlight& one : batch_) drawn.before(one.id, one.task, one.blocks, engine_.memory());
    const Computing computing = submit(tasks.screen);
    if (ahead) {
      watchdog_.locate("Fock build: get");
      next = stream.next();
      if (next) blocks.prefetch(next->task);
    }
    const Computing waited = wait();
    if (trace != nullptr)
      trace->add({.kind = SpanKind::compute,
                  .begin = ahead ? waited.begin : computing.begin,
                  .end = waited.begin + waited.seconds});
    note({.seconds = (ahead ? computing.seconds : waited.begin - computing.begin) + waited.seconds,
          .cpu = computing.cpu + waited.cpu},
         record);
    drawn.after();
    watchdog_.locate("Fock build: accumulate");
    for (int place = 0; place < std::ssize(batch_); ++place)
      blocks.accumulate(batch_[place].task, batch_[place].counts.quartets, place);
    if (trace != nullptr)
      for (const TaskInFlight& one : batch_)
        trace->add({.kind = SpanKind::task,
                    .begin = begin,
                    .end = now(),
                    .id = number(one.id),
                    .blocks = {one.task.i, one.task.j, one.task.k, one.task.l}});
    watchdog_.beat();
    watchdog_.locate("Fock build: drawing a task");
    if (!ahead) next = stream.next();
  }
  if (const auto quartets = engine_.quartets_on_host()) record.rank.statistics.add("quartets on a core", *quartets);
  watchdog_.locate("Fock build: flush");
  blocks.flush();
}

TaskLoop::Computing TaskLoop::submit(const QuartetScreen& screen) {
  const double start_cpu = cpu(), start = now();
  engine_.submit(batch_, screen);
  const double end = now();
  return {.begin = start, .seconds = end - start, .cpu = cpu() - start_cpu};
}

TaskLoop::Computing TaskLoop::wait() {
  const double start_cpu = cpu(), start = now();
  progress_.resume(start);
  watchdog_.locate("Fock build: digestion");
  engine_.wait(progress_);
  const double end = now();
  progress_.pause(end);
  return {.begin = start, .seconds = end - start, .cpu = cpu() - start_cpu};
}

// Records what the engine did of the batch, and the time that the thread spent on it.
void TaskLoop::note(const Computing& computing, LoopRecord& record) const {
  RankRecord& rank = record.rank;
  rank.compute += computing.seconds;
  double integrals = 0;
  for (const TaskInFlight& one : batch_) {
    ++rank.tasks;
    rank.empty_tasks += one.counts.quartets == 0;
    rank.quartets += one.counts.quartets;
    rank.integrals += one.counts.integrals;
    integrals += static_cast<double>(one.counts.integrals) + 1;
    record.ledger.note(one.id, one.task.i, one.counts.quartets);
  }
  if (!config_.record.task_costs) return;
  // Tasks that were computed together share the time in proportion to their integrals.
  for (const TaskInFlight& one : batch_) {
    const double share = (static_cast<double>(one.counts.integrals) + 1) / integrals;
    record.task_seconds.push_back({one.id, one.counts.quartets, share * computing.seconds, share * computing.cpu});
  }
}

}  // namespace fockproxy
