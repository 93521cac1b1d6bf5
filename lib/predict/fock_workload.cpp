#include "predict/fock_workload.hpp"

#include <utility>

namespace fockproxy::predict {

namespace {

constexpr std::array<BlockRole, 3> held_roles = {ij, ik, jk};
constexpr std::array<BlockRole, 3> streaming_roles = {kl, il, jl};

FockOperation transfer_of(SpanKind kind) {
  return kind == SpanKind::get ? get : kind == SpanKind::accumulate ? accumulate : held;
}

}  // namespace

FockWorkload::FockWorkload(int ranks, const FockWorkloadOptions& options, std::unique_ptr<Dealing> dealing,
                           OperationCosts costs)
    : options_(options),
      costs_(std::move(costs)),
      nodes_{ranks, options.ranks_per_node > 0 ? options.ranks_per_node : ranks, options.ghosts},
      owners_(*options.layout, ranks),
      dealing_(std::move(dealing)),
      ranks_(static_cast<std::size_t>(ranks)) {}

void FockWorkload::take_effect(int rank) {
  if (ranks_[rank].deals) dealing_->take_effect(nodes_.worker(rank));
}

Step FockWorkload::next(int rank) {
  if (nodes_.is_ghost(rank)) return Step::end();
  Rank& self = ranks_[rank];
  self.deals = false;
  if (self.at < self.count || !self.range.empty() || self.dry) return in_loop(rank);
  const DealingStep dealt = dealing_->next(nodes_.worker(rank));
  self.doing = SpanKind::counter;
  self.position = -1;
  Step step;
  switch (dealt.kind) {
    case DealingStep::Kind::operate:
      self.deals = true;
      step = operate(rank, draw, options_.bytes_of_draw, nodes_.rank_of(dealt.target));
      break;
    case DealingStep::Kind::wait: step = Step::wait(draw); break;
    case DealingStep::Kind::range:
    case DealingStep::Kind::end:
      self.range = dealt.range;
      self.dry = dealt.kind == DealingStep::Kind::end;
      step = in_loop(rank);
  }
  woken_.clear();
  for (const int worker : dealt.wakes) woken_.push_back(nodes_.rank_of(worker));
  step.wakes = woken_;
  return step;
}

TaskId FockWorkload::id_at(Position position) const {
  return options_.order != nullptr ? options_.order->id(position) : TaskId{number(position)};
}

double FockWorkload::bytes_of(const Planned& step) const {
  return sizeof(double) * static_cast<double>(options_.layout->elements(step.row, step.column));
}

TraceEvent FockWorkload::event(int rank) const {
  const Rank& self = ranks_[rank];
  TraceEvent event{.kind = self.doing, .id = self.position};
  if (self.doing == SpanKind::counter || self.doing == SpanKind::idle || self.doing == SpanKind::compute) return event;
  const Planned& step = self.plan[self.at - 1];
  event.bytes = static_cast<std::int64_t>(bytes_of(step));
  event.blocks = {step.row, step.column, -1, -1};
  return event;
}

// The next step of the current task, of the next task, or of the release of the last held blocks.
Step FockWorkload::in_loop(int rank) {
  Rank& self = ranks_[rank];
  if (self.at == self.count) {
    self.at = self.count = 0;
    self.position = self.dry ? -1 : number(self.range.take());
    if (self.dry) plan_release(self, nullptr);
    else plan_task(self, options_.tasks[static_cast<std::size_t>(number(id_at(Position{self.position})))]);
    if (self.count == 0) {
      self.doing = SpanKind::idle;
      return Step::end();
    }
  }
  const Planned& step = self.plan[self.at++];
  self.doing = step.kind;
  if (step.kind == SpanKind::compute) return Step::compute(self.seconds);
  return operate(rank, transfer_of(step.kind), bytes_of(step), owners_.owner(step.row, step.column));
}

// Plans the operations as lib/blocks/cache_ijk.cpp and cache_none.cpp do them.
void FockWorkload::plan_task(Rank& self, const PredictedTask& next) {
  const auto add = [&](SpanKind kind, std::array<int, 2> block) {
    self.plan[self.count++] = {kind, block[0], block[1]};
  };
  const auto pairs = block_pairs(next.task);
  self.seconds = options_.stretch * next.seconds;
  if (options_.holds) {
    const auto old = block_pairs(self.held);
    plan_release(self, &next.task);
    for (const BlockRole role : held_roles)
      if (pairs[role] != old[role]) add(SpanKind::held_get, pairs[role]);
    self.held = next.task;
    for (const BlockRole role : streaming_roles) add(SpanKind::get, pairs[role]);
    add(SpanKind::compute, {});
    for (const BlockRole role : streaming_roles) add(SpanKind::accumulate, pairs[role]);
  } else {
    for (const auto& block : pairs) add(SpanKind::get, block);
    add(SpanKind::compute, {});
    for (const auto& block : pairs) add(SpanKind::accumulate, block);
  }
}

// Releases the held blocks that the next task does not share; with nullptr, all of them.
void FockWorkload::plan_release(Rank& self, const Task* next) {
  if (self.held.i < 0) return;
  const auto old = block_pairs(self.held);
  for (const BlockRole role : held_roles)
    if (next == nullptr || block_pairs(*next)[role] != old[role])
      self.plan[self.count++] = {SpanKind::held_accumulate, old[role][0], old[role][1]};
  if (next == nullptr) self.held = {-1, -1, -1, -1};
}

Step FockWorkload::operate(int rank, FockOperation kind, double bytes, int target) const {
  const bool far = options_.far && nodes_.node(rank) != nodes_.node(target);
  Operation operation = (far ? options_.far : costs_)(kind, bytes);
  operation.kind = kind;
  operation.target = nodes_.server(target);
  return Step::operate(operation);
}

}  // namespace fockproxy::predict
