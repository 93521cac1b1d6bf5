// Counts communications where they are made.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/clock.hpp"

namespace fockproxy {

// The kinds of one-sided communication of a Fock build. Held blocks are kept while consecutive tasks share them.
enum class OperationKind { counter, get, accumulate, held_get, held_accumulate };
inline constexpr int operation_kinds = 5;
inline constexpr std::array<std::string_view, operation_kinds> operation_kind_names = {"counter", "get", "accumulate",
                                                                                       "held_get", "held_accumulate"};

// The target of an operation, relative to its origin. An operation on the own rank needs no progress of another rank.
enum class Target { self, same_node, other_node };
inline constexpr int targets = 3;
inline constexpr std::array<std::string_view, targets> target_names = {"self", "same_node", "other_node"};

// The operations of one kind by one rank. Trivially copyable: ranks send it as bytes.
struct OperationTally {
  std::array<std::int64_t, targets> operations{};
  std::array<std::int64_t, targets> bytes{};
  std::array<double, targets> seconds{};  // the wait from the call to its completion
  std::int64_t strided = 0;               // the number of operations that were not one contiguous run of bytes

  std::int64_t total_operations() const { return operations[0] + operations[1] + operations[2]; }
  std::int64_t total_bytes() const { return bytes[0] + bytes[1] + bytes[2]; }
  double total_seconds() const { return seconds[0] + seconds[1] + seconds[2]; }
  void operator+=(const OperationTally& other);
};

// A few named numbers, in the order in which they were first named. Trivially copyable with their names, so that ranks
// send them as bytes.
class NamedCounts {
 public:
  static constexpr int most = 6;
  static constexpr std::size_t longest_name = 31;

  // Adds to the number with that name. Throws std::length_error if the name is too long or there are too many names.
  void add(std::string_view name, std::int64_t value);
  void operator+=(const NamedCounts& more);

  int size() const { return size_; }
  std::string_view name(int i) const { return names_[i].data(); }
  std::int64_t value(int i) const { return values_[i]; }

 private:
  std::array<std::array<char, longest_name + 1>, most> names_{};
  std::array<std::int64_t, most> values_{};
  int size_ = 0;
};

// The record of one thread of a rank in one Fock build; most ranks have one thread. Seconds are wall time. Every second
// from the start to the fence belongs to exactly one of: the operations, compute, poll, fence, wait, broadcast, reduce,
// other. Trivially copyable.
struct RankRecord {
  std::array<OperationTally, operation_kinds> operations{};
  std::int32_t rank = 0;  // the rank and thread of the record; a sum keeps those of the first
  std::int32_t thread = 0;
  std::int64_t tasks = 0;
  std::int64_t empty_tasks = 0;  // tasks that survived block screening, but without a surviving shell quartet
  std::int64_t quartets = 0;
  std::int64_t integrals = 0;
  std::int64_t draws_past_end = 0;  // counter values past the last task
  std::int64_t held_runs = 0;       // held blocks fetched: a run of tasks shares each
  std::int64_t held_uses = 0;       // task uses of held blocks; uses / runs is the mean run length
  double compute = 0;               // integrals, screening of quartets and digestion
  double poll = 0;                  // calls of the computing thread into MPI between shell quartets (--progress poll)
  double fence = 0;                 // completion of the own accumulates at their targets
  double wait = 0;                  // for the slowest rank, at the end
  double broadcast = 0;             // --cache replicated: D to every rank before the tasks
  double reduce = 0;                // --cache replicated: sum of F over the ranks after the tasks
  double other = 0;                 // task table look-ups, bookkeeping, checksums
  double cpu = 0;                   // CPU seconds of the rank's main thread, from the start to the end of its own work
  NamedCounts statistics;           // counts of the distributor besides its draws, and of the engine
  bool idle = false;                // does no tasks: idle by choice, or serving the counter
  double run_queue_delay = 0;       // seconds during the same time in which it was ready, but waited for a core
  std::int64_t involuntary_switches = 0;  // how often during the same time another thread took its core
  double helper_cpu = 0;                  // CPU seconds of the progress helper
  std::int64_t polls = 0;                 // calls into MPI to make progress, by this rank or by its helper
  bool helper = false;                    // a progress helper ran beside the computation
  bool library_helper = false;            // the helper is a thread of a library
  bool helper_inside_mpi = true;          // false: the progress helper had left MPI, so there was no helper

  OperationTally& operator[](OperationKind kind) { return operations[static_cast<int>(kind)]; }
  const OperationTally& operator[](OperationKind kind) const { return operations[static_cast<int>(kind)]; }
  double communication_seconds() const;  // counter, gets and accumulates
  double own_seconds() const { return compute + poll + communication_seconds() + other; }  // start to end of own work
  double busy_seconds() const { return own_seconds() + fence; }
  // Whether it waited for a core so long that the other values describe the scheduler.
  bool disturbed() const { return !idle && run_queue_delay > 0.05 * own_seconds(); }
  void operator+=(const RankRecord& more);
};

// Adds one more build of the same ranks and threads; an empty sum is the start.
void add_records(std::vector<RankRecord>& sum, const std::vector<RankRecord>& more);

// Whether a rank has more than one thread. worker_name(): the name of one record among all, "1", or "1.0" for thread 0
// of rank 1.
bool has_threads(std::span<const RankRecord> all);
std::string worker_name(std::span<const RankRecord> all, const RankRecord& one);

// The members of a record, except its operations, with their names in documents: calls visit(name, member pointer) for
// each.
template <class Visit>
void for_each_field(Visit visit) {
  visit("tasks", &RankRecord::tasks);
  visit("empty_tasks", &RankRecord::empty_tasks);
  visit("quartets", &RankRecord::quartets);
  visit("integrals", &RankRecord::integrals);
  visit("compute_seconds", &RankRecord::compute);
  visit("fence_seconds", &RankRecord::fence);
  visit("wait_seconds", &RankRecord::wait);
  visit("broadcast_seconds", &RankRecord::broadcast);
  visit("reduce_seconds", &RankRecord::reduce);
  visit("other_seconds", &RankRecord::other);
  visit("cpu_seconds", &RankRecord::cpu);
  visit("held_runs", &RankRecord::held_runs);
  visit("held_uses", &RankRecord::held_uses);
  visit("draws_past_end", &RankRecord::draws_past_end);
  visit("dealing", &RankRecord::statistics);
  visit("idle", &RankRecord::idle);
  visit("poll_seconds", &RankRecord::poll);
  visit("polls", &RankRecord::polls);
  visit("helper", &RankRecord::helper);
  visit("library_helper", &RankRecord::library_helper);
  visit("helper_inside_mpi", &RankRecord::helper_inside_mpi);
  visit("helper_cpu_seconds", &RankRecord::helper_cpu);
  visit("run_queue_delay_seconds", &RankRecord::run_queue_delay);
  visit("involuntary_switches", &RankRecord::involuntary_switches);
}

}  // namespace fockproxy
