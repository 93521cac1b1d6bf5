#include "predict/machine.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace fockproxy::predict {

Machine::Machine(int ranks, const StackModel& stack, Workload& workload)
    : stack_(stack), workload_(workload), ranks_(ranks), times_(ranks), left_(ranks) {
  assert(ranks >= 1 && stack.drain >= 1 && (stack.progress != Progress::poll || stack.poll_interval > 0));
}

double Machine::run() {
  for (int rank = 0; rank < std::ssize(ranks_); ++rank) step(rank);
  double end = now_;
  while (left_ > 0) {
    if (events_.empty()) throw std::logic_error("the ranks of a model wait for each other");
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    switch (event.what) {
      case Happening::arrival: arrive(event.rank); break;
      case Happening::service_end: end_service(event.rank); break;
      case Happening::own_service_end: end_by_itself(event.rank); break;
      case Happening::resumption: resume(event.rank); break;
      case Happening::poll: poll(event.rank); break;
    }
    end = now_;
  }
  return end;
}

// The rank's last step is done.
void Machine::step(int rank) {
  const Step next = workload_.next(rank);
  switch (next.kind) {
    case Step::Kind::compute: compute(rank, next.seconds); break;
    case Step::Kind::operate: issue(rank, next.operation); break;
    case Step::Kind::end:
      ranks_[rank].state = State::ended;
      times_[rank].end = now_;
      --left_;
      if (!ranks_[rank].serving) serve_next(rank);
      break;
  }
}

void Machine::compute(int rank, double seconds) {
  Rank& self = ranks_[rank];
  self.state = State::computing;
  self.budget = 0;
  self.since = now_;
  self.computed_until = now_ + seconds;
  times_[rank].computing += seconds;
  add(self.computed_until, rank, Happening::resumption);
  if (self.first != none) expect_poll(rank);
}

void Machine::issue(int rank, const Operation& operation) {
  assert(0 <= operation.target && operation.target < std::ssize(ranks_) && operation.entries >= 1);
  Rank& self = ranks_[rank];
  self.operation = operation;
  self.since = now_;
  ++times_[rank].operations[operation.kind];
  if (operation.target == rank && !is_by_itself(operation)) {
    self.state = State::calling;
    self.budget = stack_.drain;
  } else {
    self.state = State::waiting;
    self.answered = false;
    self.entries_left = operation.entries;
    if (operation.target == rank) arrive(rank);
    else add(now_ + operation.latency, rank, Happening::arrival);
  }
  if (!self.serving) serve_next(rank);
}

// The request of this origin reaches its target.
void Machine::arrive(int origin) {
  if (is_by_itself(ranks_[origin].operation)) {
    begin_by_itself(origin);
    return;
  }
  const int target = ranks_[origin].operation.target;
  Rank& at = ranks_[target];
  ranks_[origin].next = none;
  if (at.first == none) at.first = origin;
  else ranks_[at.last].next = origin;
  at.last = origin;
  times_[target].longest_queue = std::max(times_[target].longest_queue, ++at.queued);
  if (at.serving) return;
  if (serves(at)) serve_next(target);
  else if (at.state == State::computing) expect_poll(target);
}

// What is there already comes first.
void Machine::begin_by_itself(int origin) {
  const Operation& operation = ranks_[origin].operation;
  Rank& at = ranks_[operation.target];
  int& longest = times_[operation.target].longest_queue;
  longest = std::max({longest, 1, at.by_itself++});  // the one that is being done does not wait
  at.free_at = std::max(at.free_at, now_) + operation.service;
  add(at.free_at, origin, Happening::own_service_end);
}

void Machine::end_by_itself(int origin) {
  Rank& asker = ranks_[origin];
  const Operation& operation = asker.operation;
  const double latency = operation.target == origin ? 0 : operation.latency;
  --ranks_[operation.target].by_itself;
  if (--asker.entries_left > 0) {
    add(now_ + 2 * latency, origin, Happening::arrival);
    return;
  }
  workload_.take_effect(origin);
  add(now_ + latency, origin, Happening::resumption);
}

// Begins with the first request that waits here. Where there is none that may be served, a call that waits for nothing
// ends.
void Machine::serve_next(int target) {
  Rank& at = ranks_[target];
  assert(!at.serving);
  if (at.first != none && serves(at)) {
    at.served = at.first;
    at.first = ranks_[at.served].next;
    if (at.first == none) at.last = none;
    --at.queued;
    at.serving = true;
    if (at.budget > 0) --at.budget;
    add(now_ + ranks_[at.served].operation.service, target, Happening::service_end);
  } else if (at.state == State::calling) {
    operate_on_itself(target);
  } else if (at.state == State::polling) {
    end_poll(target);
  }
}

void Machine::end_service(int target) {
  Rank& at = ranks_[target];
  at.serving = false;
  const int origin = at.served;
  Rank& asker = ranks_[origin];
  const double latency = origin == target ? 0 : asker.operation.latency;
  if (--asker.entries_left > 0) {
    add(now_ + 2 * latency, origin, Happening::arrival);
  } else {
    workload_.take_effect(origin);
    add(now_ + latency, origin, Happening::resumption);
  }
  if (at.state == State::waiting && at.answered) complete(target);
  else serve_next(target);
}

// The rank's own operation, after what its call has served of others'.
void Machine::operate_on_itself(int rank) {
  Rank& self = ranks_[rank];
  self.state = State::waiting;
  self.budget = 0;
  self.answered = false;
  workload_.take_effect(rank);
  add(now_ + self.operation.service, rank, Happening::resumption);
}

// The end of what a rank computes, or the answer to its operation.
void Machine::resume(int rank) {
  Rank& self = ranks_[rank];
  switch (self.state) {
    case State::computing:
      if (now_ < self.computed_until) add(self.computed_until, rank, Happening::resumption);  // polls put it off
      else step(rank);
      break;
    case State::polling: self.due = true; break;
    default:
      // A rank does not leave its call in the midst of a request.
      if (self.serving) self.answered = true;
      else complete(rank);
  }
}

void Machine::complete(int rank) {
  const Rank& self = ranks_[rank];
  times_[rank].waiting[self.operation.kind] += now_ - self.since;
  step(rank);
}

// A request waits at a rank that computes.
void Machine::expect_poll(int rank) {
  Rank& self = ranks_[rank];
  if (stack_.progress != Progress::poll || self.poll_expected) return;
  const double polls = std::floor((now_ - self.since) / stack_.poll_interval) + 1;
  const double at = self.since + polls * stack_.poll_interval;
  if (at >= self.computed_until) return;  // the rank's next call comes first
  self.poll_expected = true;
  add(at, rank, Happening::poll);
}

void Machine::poll(int rank) {
  Rank& self = ranks_[rank];
  self.poll_expected = false;
  if (self.state != State::computing || self.first == none) return;
  self.state = State::polling;
  self.due = false;
  self.since = now_;
  self.budget = stack_.drain;
  serve_next(rank);
}

// The computing goes on, and ends later by what the poll took.
void Machine::end_poll(int rank) {
  Rank& self = ranks_[rank];
  const double took = now_ - self.since;
  times_[rank].polling += took;
  self.computed_until += took;
  self.state = State::computing;
  self.budget = 0;
  self.since = now_;
  if (self.due) add(self.computed_until, rank, Happening::resumption);
  if (self.first != none) expect_poll(rank);
}

}  // namespace fockproxy::predict
