#include "predict/machine.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace fockproxy::predict {

Machine::Machine(int ranks, const StackModel& stack, Workload& workload)
    : stack_(stack), workload_(workload), ranks_(ranks), times_(ranks), left_(ranks) {
  if (stack.ranks_per_node > 0) links_.resize(static_cast<std::size_t>((ranks - 1) / stack.ranks_per_node + 1));
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

void Machine::push_back(Queue& queue, int origin) {
  ranks_[origin].next = none;
  if (queue.empty()) queue.first = origin;
  else ranks_[queue.last].next = origin;
  queue.last = origin;
  ++queue.size;
}

void Machine::push_front(Queue& queue, int origin) {
  ranks_[origin].next = queue.first;
  if (queue.empty()) queue.last = origin;
  queue.first = origin;
  ++queue.size;
}

int Machine::pop(Queue& queue) {
  const int origin = queue.first;
  queue.first = ranks_[origin].next;
  if (queue.empty()) queue.last = none;
  --queue.size;
  return origin;
}

// Called when the last step of the rank is done.
void Machine::step(int rank) {
  const Step next = workload_.next(rank);
  if (observer_) observer_(rank, now_, next);
  for (const int woken : next.wakes) add(now_, woken, Happening::resumption);
  switch (next.kind) {
    case Step::Kind::wait: wait(rank, next.operation.kind); break;
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

void Machine::wait(int rank, int kind) {
  Rank& self = ranks_[rank];
  self.state = State::waiting;
  self.answered = false;
  self.operation = {.target = rank, .kind = kind};
  self.since = now_;
  if (!self.serving) serve_next(rank);
}

void Machine::compute(int rank, double seconds) {
  Rank& self = ranks_[rank];
  self.state = State::computing;
  self.budget = 0;
  self.since = now_;
  self.computed_until = now_ + seconds;
  times_[rank].computing += seconds;
  add(self.computed_until, rank, Happening::resumption);
  if (!self.requests.empty()) expect_poll(rank);
}

void Machine::issue(int rank, const Operation& operation) {
  assert(0 <= operation.target && operation.target < std::ssize(ranks_) && operation.entries >= 1);
  Rank& self = ranks_[rank];
  self.operation = operation;
  self.since = now_;
  ++times_[rank].operations[operation.kind];
  if (operation.target == rank && !is_by_itself(operation)) {
    self.state = lock(operation, rank) ? State::calling : State::waiting;
    self.budget = stack_.drain;
    self.answered = false;
  } else {
    self.state = State::waiting;
    self.answered = false;
    self.entries_left = operation.entries;
    if (operation.target == rank) arrive(rank);
    else add(arrival_of(operation), rank, Happening::arrival);
  }
  if (!self.serving) serve_next(rank);
}

double Machine::arrival_of(const Operation& operation) {
  const double arrival = now_ + operation.latency;
  if (operation.link == 0) return arrival;
  assert(!links_.empty());
  Link& link = links_[static_cast<std::size_t>(operation.target / stack_.ranks_per_node)];
  link.busy += operation.link;
  return link.free_at = std::max(link.free_at, arrival) + operation.link;
}

double Machine::busiest_link() const {
  return links_.empty() ? 0 : std::ranges::max_element(links_, {}, &Link::busy)->busy;
}

// The request of this origin arrives at its target.
void Machine::arrive(int origin) {
  const Operation& operation = ranks_[origin].operation;
  const int target = operation.target;
  if (is_by_itself(operation)) {
    if (lock(operation, origin)) begin_by_itself(origin);
    return;
  }
  Rank& at = ranks_[target];
  push_back(at.requests, origin);
  note_queue(target);
  if (at.serving) return;
  if (serves(at)) serve_next(target);
  else if (at.state == State::computing) expect_poll(target);
}

// Whether the operation may continue; otherwise it waits until unlock().
bool Machine::lock(const Operation& operation, int origin) {
  if (!operation.exclusive) return true;
  Rank& at = ranks_[operation.target];
  if (at.holder == none) at.holder = origin;
  if (at.holder == origin) return true;
  push_back(at.locked_out, origin);
  note_queue(operation.target);
  return false;
}

void Machine::unlock(int target) {
  Rank& at = ranks_[target];
  at.holder = at.locked_out.empty() ? none : pop(at.locked_out);
  if (at.holder == none) return;
  if (is_by_itself(ranks_[at.holder].operation)) begin_by_itself(at.holder);
  else if (at.holder == target) begin_on_itself(target);
  else push_front(at.requests, at.holder);
}

void Machine::note_queue(int target) {
  const Rank& at = ranks_[target];
  int& longest = times_[target].longest_queue;
  longest = std::max(longest, at.requests.size + at.locked_out.size);
}

// Requests that arrived earlier come first.
void Machine::begin_by_itself(int origin) {
  const Operation& operation = ranks_[origin].operation;
  Rank& at = ranks_[operation.target];
  int& longest = times_[operation.target].longest_queue;
  longest = std::max({longest, 1, at.by_itself++});  // without the operation being done, which does not wait
  at.free_at = std::max(at.free_at, now_) + operation.service;
  times_[operation.target].serving += operation.service;
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
  if (operation.exclusive) unlock(operation.target);
}

// Serves the first waiting request. If none may be served, a call that waits for nothing ends.
void Machine::serve_next(int target) {
  Rank& at = ranks_[target];
  assert(!at.serving);
  while (!at.requests.empty() && serves(at)) {
    at.served = pop(at.requests);
    const Operation& operation = ranks_[at.served].operation;
    if (!lock(operation, at.served)) continue;
    at.serving = true;
    if (!serves_all(at)) --at.budget;
    times_[target].serving += operation.service;
    add(now_ + operation.service, target, Happening::service_end);
    return;
  }
  if (at.state == State::calling) {
    operate_on_itself(target);
  } else if (at.state == State::leaving) {
    complete(target);
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
    if (asker.operation.exclusive) unlock(target);
  }
  if (at.state == State::waiting && at.answered) complete(target);
  else serve_next(target);
}

// The rank's own operation, after its call has served requests of other ranks.
void Machine::operate_on_itself(int rank) {
  Rank& self = ranks_[rank];
  self.state = State::waiting;
  self.answered = false;
  begin_on_itself(rank);
}

void Machine::begin_on_itself(int rank) {
  workload_.take_effect(rank);
  times_[rank].serving += ranks_[rank].operation.service;
  add(now_ + ranks_[rank].operation.service, rank, Happening::resumption);
}

// Handles the end of a computation, or the answer to an operation.
void Machine::resume(int rank) {
  Rank& self = ranks_[rank];
  switch (self.state) {
    case State::computing:
      if (now_ < self.computed_until) add(self.computed_until, rank, Happening::resumption);  // polls delayed it
      else step(rank);
      break;
    case State::polling: self.due = true; break;
    default:
      if (self.holder == rank) {
        unlock(rank);
        self.state = State::leaving;
        if (!self.serving) serve_next(rank);
        break;
      }
      // A rank does not leave its call while it serves a request.
      if (self.serving) self.answered = true;
      else complete(rank);
  }
}

void Machine::complete(int rank) {
  const Rank& self = ranks_[rank];
  times_[rank].waiting[self.operation.kind] += now_ - self.since;
  step(rank);
}

// Called when a request waits at a computing rank.
void Machine::expect_poll(int rank) {
  Rank& self = ranks_[rank];
  if (stack_.progress != Progress::poll || self.poll_expected) return;
  const double polls = std::floor((now_ - self.since) / stack_.poll_interval) + 1;
  const double at = self.since + polls * stack_.poll_interval;
  if (at >= self.computed_until) return;  // the rank's next call comes before
  self.poll_expected = true;
  add(at, rank, Happening::poll);
}

void Machine::poll(int rank) {
  Rank& self = ranks_[rank];
  self.poll_expected = false;
  if (self.state != State::computing || self.requests.empty()) return;
  self.state = State::polling;
  self.due = false;
  self.since = now_;
  self.budget = stack_.drain;
  serve_next(rank);
}

// The computation continues. It ends later by the time that the poll took.
void Machine::end_poll(int rank) {
  Rank& self = ranks_[rank];
  const double took = now_ - self.since;
  times_[rank].polling += took;
  self.computed_until += took;
  self.state = State::computing;
  self.budget = 0;
  self.since = now_;
  if (self.due) add(self.computed_until, rank, Happening::resumption);
  if (!self.requests.empty()) expect_poll(rank);
}

}  // namespace fockproxy::predict
