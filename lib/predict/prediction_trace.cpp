#include "predict/prediction_trace.hpp"

#include <fmt/format.h>

#include <utility>

namespace fockproxy::predict {

void PredictionTrace::begin(int rank, double time, const Step& step) {
  Rank& self = ranks_[static_cast<std::size_t>(rank)];
  TraceEvent next = workload_.event(rank);
  if (self.step && self.step->kind == SpanKind::counter && next.kind == SpanKind::counter) return;
  end_step(self, time, next.id);
  if (next.id >= 0 && (!self.step || self.step->id != next.id)) self.task_began = time;
  if (step.kind == Step::Kind::operate) next.target = step.operation.target;
  next.begin = time;
  self.step = next;
}

// Adds the present step, and its task if that ends with it. next: the position of the task of the next step, or -1.
void PredictionTrace::end_step(Rank& self, double time, std::int64_t next) {
  if (!self.step) return;
  TraceEvent done = *self.step;
  done.end = time;
  const std::int64_t position = std::exchange(done.id, done.kind == SpanKind::counter ? next : -1);
  self.events.push_back(done);
  if (position < 0 || position == next) return;
  const TaskId id = workload_.id_at(Position{position});
  const Task& task = workload_.task(id);
  self.events.push_back({.kind = SpanKind::task,
                         .begin = self.task_began,
                         .end = time,
                         .id = number(id),
                         .blocks = {task.i, task.j, task.k, task.l}});
}

std::vector<RankTrace> PredictionTrace::finished(double end) {
  std::vector<RankTrace> traces;
  for (Rank& self : ranks_) {
    end_step(self, end, -1);
    self.events.push_back({.kind = SpanKind::run, .begin = 0, .end = end});
    const int rank = static_cast<int>(traces.size());
    traces.push_back({.host = fmt::format("node {}", workload_.nodes().node(rank)), .events = std::move(self.events)});
  }
  return traces;
}

}  // namespace fockproxy::predict
