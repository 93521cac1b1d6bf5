// A discrete-event model of ranks that compute and communicate by passive-target operations (MPI-4.0, chapter 12), of
// which a target may have to be inside MPI for them to be done. Local; not thread-safe; the same numbers in every run.
#pragma once

#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

namespace fockproxy::predict {

// What moves operations while their target computes.
enum class Progress {
  always,  // hardware, a thread, a ghost: they are served as they arrive
  entry,   // nothing: they wait until the target calls MPI
  poll,    // the target, at fixed intervals of its computing
};

struct StackModel {
  static constexpr int all = std::numeric_limits<int>::max();

  Progress progress = Progress::entry;
  double poll_interval = 0;  // seconds; Progress::poll only
  // Waiting requests that one call of the target serves which has nothing to wait for; one that waits serves all.
  int drain = all;
};

// A one-sided operation that its origin waits for. Seconds.
struct Operation {
  int target = 0;
  int kind = 0;  // of the workload's choice, 0 .. operation_kinds - 1: what it is counted as
  // It needs no call of its target. Hardware or shared memory serves it on arrival, one operation after the other. With
  // Progress::always all operations are such.
  bool by_itself = false;
  int entries = 1;     // times that the target must turn to it, each a round trip after the other, before it is done
  double latency = 0;  // one way; not of an operation on oneself
  double service = 0;  // of the target, each time
};
inline constexpr int operation_kinds = 4;

// What a rank does next: it computes for some seconds, or issues an operation, or has nothing left to do, and waits
// inside MPI for the others.
struct Step {
  enum class Kind { compute, operate, end };
  Kind kind = Kind::end;
  double seconds = 0;
  Operation operation{};

  static Step compute(double seconds) { return {Kind::compute, seconds, {}}; }
  static Step operate(const Operation& operation) { return {Kind::operate, 0, operation}; }
  static Step end() { return {}; }
};

// What the ranks of a machine do.
class Workload {
 public:
  virtual ~Workload() = default;

  // Asked when the rank's last step is done, first at time 0.
  virtual Step next(int rank) = 0;
  // The operation of this rank takes effect at its target. Calls come in the order of these effects.
  virtual void take_effect(int rank) = 0;
};

// What became of a rank. Seconds.
struct RankTimes {
  double computing = 0;
  double waiting[operation_kinds] = {};  // for its own operations
  double polling = 0;                    // serving others while it computes
  double end = 0;                        // when it had nothing left to do
  std::int64_t operations[operation_kinds] = {};
  int longest_queue = 0;  // of requests at this rank
};

// P ranks, one workload, one stack. Requests at a rank are served one after the other, first come, first served; at
// the same time, in the order in which they were issued. Those that need no call of it do not wait for those that do.
class Machine {
 public:
  // The workload must outlive it. ranks >= 1.
  Machine(int ranks, const StackModel& stack, Workload& workload);

  // From time 0 until all ranks have ended. Returns that time. Throws std::logic_error where ranks wait for each other
  // for ever, which one-sided operations cannot do.
  double run();

  const std::vector<RankTimes>& times() const { return times_; }
  std::int64_t events() const { return issued_; }

 private:
  enum class State : std::uint8_t {
    computing,
    polling,  // computing, but just inside MPI
    calling,  // inside MPI for an operation on itself: it serves what `drain` allows, and goes on
    waiting,  // inside MPI, for its own operation
    ended,    // inside MPI, for the others
  };
  enum class Happening : std::uint8_t { arrival, service_end, own_service_end, resumption, poll };

  struct Event {
    double time;
    std::uint64_t order;  // of events at one time
    int rank;             // the origin of an arrival and of what is done by itself; else whom it happens to
    Happening what;

    bool operator>(const Event& other) const { return time != other.time ? time > other.time : order > other.order; }
  };

  static constexpr int none = -1;
  struct Rank {
    State state = State::waiting;
    bool serving = false;           // a request of somebody is being served here
    bool answered = false;          // waiting: the operation is done, but a request is being served
    bool poll_expected = false;     // there is an event for the next poll
    bool due = false;               // polling: the computing would have ended meanwhile
    int budget = 0;                 // polling, calling: requests that may still be served
    int first = none, last = none;  // waiting requests, by their origins
    int next = none;                // of the own operation, in its target's queue
    int queued = 0;
    int served = none;          // origin of the request that is being served
    int by_itself = 0;          // requests that are here and need no call
    double free_at = 0;         // when the last of them is done
    int entries_left = 0;       // of the own operation
    double since = 0;           // when the present operation was issued, or the computing or the poll began
    double computed_until = 0;  // end of the present computing as it is known
    Operation operation{};
  };

  void add(double time, int rank, Happening what) { events_.push({time, issued_++, rank, what}); }
  bool serves(const Rank& rank) const {
    return rank.state == State::waiting || rank.state == State::ended || rank.budget > 0;
  }
  bool is_by_itself(const Operation& operation) const {
    return operation.by_itself || stack_.progress == Progress::always;
  }
  void step(int rank);
  void compute(int rank, double seconds);
  void issue(int rank, const Operation& operation);
  void arrive(int origin);
  void begin_by_itself(int origin);
  void end_by_itself(int origin);
  void serve_next(int target);
  void end_service(int target);
  void operate_on_itself(int rank);
  void resume(int rank);
  void complete(int rank);
  void expect_poll(int rank);
  void poll(int rank);
  void end_poll(int rank);

  StackModel stack_;
  Workload& workload_;
  std::vector<Rank> ranks_;
  std::vector<RankTimes> times_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t issued_ = 0;
  int left_;        // ranks that have not ended
  double now_ = 0;  // seconds
};

}  // namespace fockproxy::predict
