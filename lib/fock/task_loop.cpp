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

void TaskStream::add_alike(std::vector<NumberedTask>& tasks, int most) {
  const Task first = tasks.front().task;
  while (std::ssize(tasks) < most && !drawn_.empty()) {
    const TaskId id = plan_.order().id(Position{drawn_.first});
    const Task task = plan_.space().task(id);
    if (task.i != first.i || task.j != first.j || task.k != first.k) return;
    drawn_.take();
    tasks.push_back({id, task});
  }
}

void TaskLoop::run(const BuildPlan& plan, Distributor& work, BlockCache& blocks, DrawnTasks& drawn,
                   LoopRecord& record) {
  watchdog_.mark("Fock build: tasks");
  TraceRing* const trace = config_.record.trace;
  const bool ahead = config_.blocks.prefetch_blocks;
  const int home = config_.counter->counter != nullptr ? 0 : -1;  // of a shared counter's value
  TaskStream stream(work, plan, home, trace);
  std::vector<NumberedTask> tasks;
  std::vector<std::array<double*, block_roles>> fock;
  std::vector<std::optional<std::size_t>> kept;
  for (std::optional<NumberedTask> task = stream.next(), next; task; task = next) {
    const double begin = trace == nullptr ? 0 : now();
    tasks.assign(1, *task);
    stream.add_alike(tasks, config_.blocks.most_in_flight());
    in_flight_.clear();
    fock.clear();
    kept.clear();
    watchdog_.locate("Fock build: get");
    for (int place = 0; place < std::ssize(tasks); ++place)
      in_flight_.push_back({tasks[place].task, blocks.fetch(tasks[place].task, place), {}});
    if (ahead) {
      next = stream.next();
      if (next) blocks.prefetch(next->task);
    }
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      fock.push_back(in_flight_[t].blocks.fock);
      kept.push_back(drawn.before(tasks[t].id, tasks[t].task, in_flight_[t].blocks));
    }
    digest(tasks, plan.screen(), record);
    for (std::size_t t = 0; t < tasks.size(); ++t)
      if (kept[t]) drawn.after(*kept[t], fock[t]);
    watchdog_.locate("Fock build: accumulate");
    for (int place = 0; place < std::ssize(tasks); ++place)
      blocks.accumulate(tasks[place].task, in_flight_[place].counts.quartets, place);
    if (trace != nullptr)
      for (const auto& [id, of] : tasks)
        trace->add({SpanKind::task, -1, begin, now(), number(id), -1, {of.i, of.j, of.k, of.l}});
    watchdog_.beat();
    watchdog_.locate("Fock build: drawing a task");
    if (!ahead) next = stream.next();
  }
  watchdog_.locate("Fock build: flush");
  blocks.flush();
}

void TaskLoop::digest(const std::vector<NumberedTask>& tasks, const QuartetScreen& screen, LoopRecord& record) {
  const double start = now();
  progress_.resume(start);
  watchdog_.locate("Fock build: digestion");
  digestor_.digest_batch(in_flight_, screen, progress_);
  const double end = now();
  progress_.pause(end);
  RankRecord& rank = record.rank;
  rank.compute += end - start;
  double integrals = 0;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const DigestCounts& counts = in_flight_[t].counts;
    ++rank.tasks;
    rank.empty_tasks += counts.quartets == 0;
    rank.quartets += counts.quartets;
    rank.integrals += counts.integrals;
    integrals += static_cast<double>(counts.integrals) + 1;
    record.ledger.note(tasks[t].id, tasks[t].task.i, counts.quartets);
  }
  // Tasks that were digested together share the time out by their integrals.
  for (std::size_t t = 0; config_.record.task_costs && t < tasks.size(); ++t) {
    const double share = (static_cast<double>(in_flight_[t].counts.integrals) + 1) / integrals;
    record.task_seconds.push_back({tasks[t].id, (end - start) * share});
  }
  if (config_.record.trace != nullptr) config_.record.trace->add({SpanKind::compute, -1, start, end});
}

}  // namespace fockproxy
