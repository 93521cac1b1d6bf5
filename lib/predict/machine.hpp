// A discrete-event model of ranks that compute and communicate by passive-target operations (MPI-4.0, chapter 12). Some
// operations complete only while their target is inside MPI. Local; not thread-safe; the same numbers in every run.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace fockproxy::predict {

// What serves operations while their target computes.
enum class Progress {
  always,  // hardware or a thread serves them as they arrive
  entry,   // nothing: they wait until the target calls MPI
  poll,    // the target, at fixed intervals of its computation
  ghost,   // nothing, as with `entry`; but the workload uses targets that never compute
};

struct StackModel {
  static constexpr int all = std::numeric_limits<int>::max();

  Progress progress = Progress::entry;
  double poll_interval = 0;  // seconds; Progress::poll only
  // The number of waiting requests that one MPI call serves if it does not wait itself. A call that waits serves all.
  int drain = all;
  int ranks_per_node = 0;  // ranks that share a link; 0: there are no links
};

// A one-sided operation that its origin waits for. Seconds.
struct Operation {
  int target = 0;
  int kind = 0;  // chosen by the workload, 0 .. operation_kinds - 1: the kind in the counts
  // It needs no call of its target. Hardware or shared memory serves it on arrival, one operation after the other. With
  // Progress::always this applies to all operations.
  bool by_itself = false;
  // An epoch under MPI_LOCK_EXCLUSIVE (MPI-4.0, section 12.5.3). The lock is held from the first turn of the target
  // until the operation is done. Other exclusive operations at this target wait in order of arrival. When one ends, the
  // next gets the lock and is served first. A rank's own operation gets a free lock at once. If the lock is held, the
  // rank waits for its turn and serves the others during the wait.
  bool exclusive = false;
  int entries = 1;     // the number of calls of the target that it needs, one after the other, each after a round trip
  double latency = 0;  // one way; unused for an operation on the own rank
  double service = 0;  // time of the target for each call
  // Seconds for which it occupies the link of its target's node. Operations on one link go in order of issue, each
  // after its latency. Needs StackModel::ranks_per_node.
  double link = 0;
};
inline constexpr int operation_kinds = 4;

// The next step of a rank:
//   compute  for some seconds
//   operate  it issues an operation and waits until it is done
//   wait     inside MPI, until a step of another rank wakes it
//   end      it has no more steps and waits inside MPI for the other ranks
struct Step {
  enum class Kind { compute, operate, wait, end };
  Kind kind = Kind::end;
  double seconds = 0;
  Operation operation{};            // for a wait: only its kind, to which the time counts
  std::span<const int> wakes = {};  // ranks that wait and now continue; valid until the next call of the workload

  static Step compute(double seconds) { return {.kind = Kind::compute, .seconds = seconds}; }
  static Step operate(const Operation& operation) { return {.kind = Kind::operate, .operation = operation}; }
  static Step wait(int kind) { return {.kind = Kind::wait, .operation = {.kind = kind}}; }
  static Step end() { return {}; }
};

// The steps of the ranks of a machine.
class Workload {
 public:
  virtual ~Workload() = default;

  // Called when the last step of the rank is done, first at time 0.
  virtual Step next(int rank) = 0;
  // The operation of this rank takes effect at its target. Calls come in the order of these effects.
  virtual void take_effect(int rank) = 0;
};

// The results of a rank. Seconds.
struct RankTimes {
  double computing = 0;
  double waiting[operation_kinds] = {};  // for its own operations, or until woken
  double polling = 0;                    // for other ranks' operations during computation
  double serving = 0;                    // for all operations at this rank, its own included
  double end = 0;                        // when the rank had no more steps
  std::int64_t operations[operation_kinds] = {};
  int longest_queue = 0;  // of requests at this rank
};

// A machine of `ranks` ranks with one workload and one stack. A rank serves requests first come, first served; requests
// that arrive at the same time are served in order of issue. Requests that need no call of the rank do not wait for
// those that do.
class Machine {
 public:
  // The workload must outlive it. ranks >= 1.
  Machine(int ranks, const StackModel& stack, Workload& workload);

  // Called with each step when it begins. Set it before run().
  using Observer = std::function<void(int rank, double time, const Step& step)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  // Runs from time 0 until all ranks have ended, and returns that time. Throws std::logic_error if ranks wait for ever.
  // The cause is then a workload that does not wake a rank.
  double run();

  const std::vector<RankTimes>& times() const { return times_; }
  std::int64_t events() const { return issued_; }
  double busiest_link() const;  // seconds during which the busiest link was occupied

 private:
  enum class State : std::uint8_t {
    computing,
    polling,  // computing, but inside MPI at this moment
    calling,  // inside MPI for an operation on itself: it serves requests up to `drain`, and continues
    waiting,  // inside MPI, for its own operation or until another rank wakes it
    leaving,  // inside MPI, after its exclusive operation on itself: it serves as in `calling`, and continues
    ended,    // inside MPI, waiting for the other ranks
  };
  enum class Happening : std::uint8_t { arrival, service_end, own_service_end, resumption, poll };

  struct Event {
    double time;
    std::uint64_t order;  // of events at one time
    int rank;  // of an arrival, or of an operation that needs no call: its origin; else the rank where it happens
    Happening what;

    bool operator>(const Event& other) const { return time != other.time ? time > other.time : order > other.order; }
  };

  static constexpr int none = -1;
  // Requests by their origins, linked by Rank::next. An origin waits in one queue at a time.
  struct Queue {
    int first = none, last = none, size = 0;
    bool empty() const { return first == none; }
  };
  struct Rank {
    State state = State::waiting;
    bool serving = false;        // this rank is serving a request of another rank
    bool answered = false;       // waiting: the operation is done, but a request is being served
    bool poll_expected = false;  // there is an event for the next poll
    bool due = false;            // polling: the computation would have ended during the poll
    int budget = 0;              // polling, calling, leaving: the number of requests that it may still serve
    Queue requests{};            // requests that wait for service
    Queue locked_out{};          // exclusive requests that the target has turned to, and that wait for the lock
    int holder = none;           // the origin that has the lock
    int next = none;             // link of the own operation in a queue of its target
    int served = none;           // the origin of the request in service
    int by_itself = 0;           // the number of present requests that need no call
    double free_at = 0;          // when the last of them is complete
    int entries_left = 0;        // of the own operation
    double since = 0;            // start of the present operation, computation or poll
    double computed_until = 0;   // the end of the present computation as known so far
    Operation operation{};
  };

  void add(double time, int rank, Happening what) { events_.push({time, issued_++, rank, what}); }
  static bool serves_all(const Rank& rank) { return rank.state == State::waiting || rank.state == State::ended; }
  static bool serves(const Rank& rank) { return serves_all(rank) || rank.budget > 0; }
  bool is_by_itself(const Operation& operation) const {
    return operation.by_itself || stack_.progress == Progress::always;
  }
  void push_back(Queue& queue, int origin);
  void push_front(Queue& queue, int origin);
  int pop(Queue& queue);
  void step(int rank);
  void wait(int rank, int kind);
  void compute(int rank, double seconds);
  void issue(int rank, const Operation& operation);
  double arrival_of(const Operation& operation);
  void arrive(int origin);
  bool lock(const Operation& operation, int origin);
  void unlock(int target);
  void note_queue(int target);
  void begin_by_itself(int origin);
  void end_by_itself(int origin);
  void serve_next(int target);
  void end_service(int target);
  void operate_on_itself(int rank);
  void begin_on_itself(int rank);
  void resume(int rank);
  void complete(int rank);
  void expect_poll(int rank);
  void poll(int rank);
  void end_poll(int rank);

  StackModel stack_;
  Workload& workload_;
  Observer observer_;
  std::vector<Rank> ranks_;
  std::vector<RankTimes> times_;
  struct Link {
    double free_at = 0, busy = 0;
  };
  std::vector<Link> links_;  // by node
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t issued_ = 0;
  int left_;        // ranks that have not ended
  double now_ = 0;  // seconds
};

}  // namespace fockproxy::predict
