#include "fock/task_loop.hpp"

#include "support/clock.hpp"

namespace fockproxy {

std::optional<NumberedTask> TaskStream::next() {
  while (drawn_.empty()) {
    const double asked = trace_ == nullptr ? 0 : now();
    const auto range = work_.next();
    if (trace_ != nullptr) trace_->add({SpanKind::counter, home_, asked, now(), range ? range->first : -1});
    if (!range) return std::nullopt;
    drawn_ = *range;
  }
  const TaskId id = plan_.order().id(drawn_.take());
  return NumberedTask{id, plan_.space().task(id)};
}

void TaskLoop::run(const BuildPlan& plan, Distributor& work, BlockCache& blocks, DrawnTasks& drawn,
                   LoopRecord& record) {
  watchdog_.mark("Fock build: tasks");
  TraceRing* const trace = config_.record.trace;
  const bool ahead = config_.blocks.prefetch_blocks;
  const int home = config_.counter->counter != nullptr ? 0 : -1;  // of a shared counter's value
  TaskStream tasks(work, plan, home, trace);
  for (std::optional<NumberedTask> task = tasks.next(), next; task; task = next) {
    const double begin = trace == nullptr ? 0 : now();
    watchdog_.locate("Fock build: get");
    const TaskBlocks own = blocks.fetch(task->task);
    if (ahead) {
      next = tasks.next();
      if (next) blocks.prefetch(next->task);
    }
    const bool kept = drawn.before(task->id, task->task, own);
    const std::int64_t quartets = digest(*task, plan.screen(), own, record);
    if (kept) drawn.after(own);
    watchdog_.locate("Fock build: accumulate");
    blocks.accumulate(task->task, quartets);
    if (trace != nullptr) {
      const auto [i, j, k, l] = task->task;
      trace->add({SpanKind::task, -1, begin, now(), number(task->id), -1, {i, j, k, l}});
    }
    watchdog_.beat();
    watchdog_.locate("Fock build: drawing a task");
    if (!ahead) next = tasks.next();
  }
  watchdog_.locate("Fock build: flush");
  blocks.flush();
}

std::int64_t TaskLoop::digest(const NumberedTask& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                              LoopRecord& record) {
  const double start = now();
  progress_.resume(start);
  watchdog_.locate("Fock build: digestion");
  const Digestor::Counts counts = digestor_.digest(task.task, screen, blocks, progress_);
  const double end = now();
  progress_.pause(end);
  RankRecord& rank = record.rank;
  rank.compute += end - start;
  ++rank.tasks;
  rank.empty_tasks += counts.quartets == 0;
  rank.quartets += counts.quartets;
  rank.integrals += counts.integrals;
  record.ledger.note(task.id, task.task.i, counts.quartets);
  if (config_.record.task_costs) record.task_seconds.push_back({task.id, end - start});
  if (config_.record.trace != nullptr) config_.record.trace->add({SpanKind::compute, -1, start, end});
  return counts.quartets;
}

}  // namespace fockproxy
