// A Distributor decides which rank does which task. It deals positions in the order of the build to ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counters/counter.hpp"
#include "counters/draw_log.hpp"
#include "support/cache_line.hpp"
#include "tasks/schedule.hpp"

namespace fockproxy {

class alignas(apart) Distributor {
 public:
  virtual ~Distributor() = default;  // collective

  // Starts a dealing of the positions [0, tasks). Collective. May be called again after a dealing, even if finish()
  // ended that one early.
  virtual void begin(std::int64_t tasks) = 0;

  // The next range for this rank, or nothing if all positions are dealt; any further call returns nothing too. Local;
  // not thread-safe. On a rank that serves a counter the call returns nothing after all other ranks have finished.
  virtual std::optional<PositionRange> next() = 0;

  // This rank takes no more ranges until the next begin(). Local. Call it only to leave a dealing early: a next() that
  // returns nothing has already done the same.
  virtual void finish() {}

  // Does this rank get tasks? An idle rank, and one that serves a counter, gets none. Local, constant.
  virtual bool works() const { return true; }

  // A distributor of the same dealing for one more thread of the rank, so that several threads can draw at a time;
  // nullptr if only one thread may. Local. Its begin() is local and is called after begin() of this object. It logs its
  // own draws. Its finish() does nothing: finish() of this object is called when all threads are done. This object must
  // outlive it and draws nothing while it is in use.
  virtual std::unique_ptr<Distributor> for_thread() { return nullptr; }

  // The communication of this rank's calls of next() since begin(), and what else the distributor counts. Local. The
  // statistics have the same names in the same order on every rank and in every dealing.
  virtual const DrawLog& log() const { return log_; }
  std::int64_t draws() const { return log().draws(); }
  virtual std::vector<Statistic> statistics() const { return {}; }

 protected:
  DrawLog log_;
};

// The ranks that work, numbered from 0: those that are neither idle nor serving.
struct Workers {
  int mine;   // this rank's number; -1: it does not work
  int count;  // at least 1
  bool works() const { return mine >= 0; }
};
// Collective. Throws UsageError if no rank works.
Workers agree_on_workers(const Communicator& comm, bool works);

// How --counter static assigns tickets to workers. block: each worker gets one run of consecutive tickets. cyclic:
// ticket t goes to worker t mod workers. interleaved: cyclic, with every second round in reverse, so that no worker
// always has the first ticket of a round if the costs fall or rise with the ticket.
enum class Assignment { cyclic, block, interleaved };
inline constexpr std::string_view assignment_names[] = {"cyclic", "block", "interleaved"};
std::optional<Assignment> parse_assignment(std::string_view name);
std::string_view to_string(Assignment assignment);

struct DistributorOptions {
  Choice<ScheduleEntry> schedule = "fixed";
  std::int64_t chunk = 1;                      // tasks per ticket, or their minimum
  int idle_ranks = 0;                          // ranks 0 .. idle_ranks-1 draw nothing and do no work
  bool ghosts = false;                         // the ghosts of every node do no work (parallel/ghost_segments.hpp)
  bool prefetch = false;                       // draw the next ticket while the present tasks are computed
  Assignment assignment = Assignment::cyclic;  // static
  Choice<CounterEntry> node_counter = "mpi3";  // node: the global counter that refills the nodes
  std::int64_t node_chunk = 4;                 // node: tickets per refill
  int ranks_per_node = 0;                      // node: k ranks count as one node; 0: the real nodes
  std::uint64_t seed = 2008;                   // steal: seed for the choice of victims
};

// Collective. Is this rank neither idle nor a ghost?
bool may_work(const Communicator& world, const DistributorOptions& options);

struct DistributorContext {
  const Runtime& runtime;
  WindowChoice window{};
  DistributorOptions options{};
  std::function<void()> heartbeat{};  // as in CounterContext
};

// One line of the table of distributors that are not shared counters. Its members are like those of CounterEntry.
struct DistributorEntry {
  std::string_view name;
  std::string_view summary;
  bool draws_from_counter = false;    // the counter of DistributorOptions::node_counter
  std::string_view no_prefetch = "";  // why no draw can be made in advance
  bool has_windows = true;            // does DistributorContext::window change anything?
  std::string_view only_fixed = "";   // why `fixed` is its only schedule; empty: it can have any
  std::function<std::unique_ptr<Distributor>(const DistributorContext&)> make;  // collective; empty: not in this build
  std::string_view unsupported = "";                                            // why `make` is empty
};

std::span<const DistributorEntry> distributor_table();

// A value of --counter: a distributor, or a shared counter from which ranks draw tickets.
struct Dealer {
  std::string_view name;
  const DistributorEntry* distributor = nullptr;  // null: ranks draw tickets from `counter`
  const CounterEntry* counter = nullptr;          // null: see shared_counter()
};
std::span<const Dealer> dealer_table();                      // the distributors, then the counters
const Dealer& look_up(Type<Dealer>, std::string_view name);  // throws UsageError listing the known names

// Does the window kind change anything for the dealer? Local.
bool has_windows(Choice<Dealer> dealer);
// The counter from which ranks draw: the dealer itself, `node_counter` for a distributor that has one, or null. Local.
const CounterEntry* shared_counter(Choice<Dealer> dealer, Choice<CounterEntry> node_counter);
// The progress strategy in effect with a dealer: the one `asked` for, unless that is "none" and the counter of the
// dealer has a strategy of its own (helper). Local. Also defined for counters that this build lacks.
std::string_view progress_in_effect(Choice<Dealer> dealer, Choice<CounterEntry> node_counter, std::string_view asked);

// Throws UsageError, "UNSUPPORTED: reason", if the dealer cannot work with these options. Local, needs no MPI.
void refuse_impossible_dealing(Choice<Dealer> dealer, const DistributorOptions& options);

// Collective. Throws UsageError as refuse_impossible_dealing(), and if the dealer cannot work with this MPI or number
// of ranks.
std::unique_ptr<Distributor> make_distributor(Choice<Dealer> dealer, const DistributorContext& context);

}  // namespace fockproxy
