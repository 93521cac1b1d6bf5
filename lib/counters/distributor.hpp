// Who does which task: a Distributor deals the tasks, by their positions in the order of the build, to ranks.
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

  // Starts dealing positions [0, tasks). Collective; reusable, also after a dealing that was left with finish().
  virtual void begin(std::int64_t tasks) = 0;

  // The next range for this rank, or nothing when all are dealt (and nothing again when asked again). Local; not
  // thread-safe. On a rank that serves a counter it returns nothing, when all the others have finished.
  virtual std::optional<PositionRange> next() = 0;

  // This rank takes no more until the next begin(). Local. Only for leaving a dealing early: next() finishes by itself
  // when it runs dry.
  virtual void finish() {}

  // Local, constant: does this rank get any tasks? Not when it is idle on purpose, or serves a counter.
  virtual bool works() const { return true; }

  // The same dealing for one more thread of the rank, so that several can draw at a time; nullptr where one at a time
  // must. Local. Its begin() is local too and comes after this object's; it logs its own draws, and its finish() does
  // nothing: this object's does, when all threads are done. This object must outlive it, and draws nothing meanwhile.
  virtual std::unique_ptr<Distributor> for_thread() { return nullptr; }

  // Local, since begin(): the communication of this rank's next(), and what else the distributor counts. The names of
  // the statistics are the same, in the same order, on every rank and in every dealing.
  virtual const DrawLog& log() const { return log_; }
  std::int64_t draws() const { return log().draws(); }
  virtual std::vector<Statistic> statistics() const { return {}; }

 protected:
  DrawLog log_;
};

// The ranks that work, numbered from 0: those that are neither idle nor serving.
struct Workers {
  int mine;   // this rank's number, -1 when it is none of them
  int count;  // at least 1
  bool works() const { return mine >= 0; }
};
// Collective. Throws UsageError when no rank works.
Workers agree_on_workers(const Communicator& comm, bool works);

// static: which tickets a worker gets of those that all workers share out.
// block: one run of consecutive tickets each; cyclic: ticket t goes to worker t mod workers; interleaved: cyclic with
// every second round in reverse (boustrophedon), so that no worker always comes first where costs fall or rise.
enum class Assignment { cyclic, block, interleaved };
inline constexpr std::string_view assignment_names[] = {"cyclic", "block", "interleaved"};
std::optional<Assignment> parse_assignment(std::string_view name);
std::string_view to_string(Assignment assignment);

struct DistributorOptions {
  Choice<ScheduleEntry> schedule = "fixed";
  std::int64_t chunk = 1;                      // tasks a ticket, or the least of them
  int idle_ranks = 0;                          // ranks 0 .. idle_ranks-1 draw nothing and do no work
  bool ghosts = false;                         // nor do the ghosts of every node (parallel/ghost_segments.hpp)
  bool prefetch = false;                       // draw the next ticket while the present tasks are computed
  Assignment assignment = Assignment::cyclic;  // static
  Choice<CounterEntry> node_counter = "mpi3";  // node: the global counter that refills the nodes
  std::int64_t node_chunk = 4;                 // node: tickets a refill
  int ranks_per_node = 0;                      // node: 0 for real nodes, k for pretend ones of k ranks
  std::uint64_t seed = 2008;                   // steal: of the choice of victims
};

// Collective. Is this rank neither idle nor a ghost?
bool may_work(const Communicator& world, const DistributorOptions& options);

struct DistributorContext {
  const Runtime& runtime;
  WindowKind window = WindowKind::allocate;
  DistributorOptions options{};
  std::function<void()> heartbeat{};  // as in CounterContext
};

// Distributors that are no shared counter. One line of the table of names, as in counter_table().
struct DistributorEntry {
  std::string_view name;
  std::string_view summary;
  bool draws_from_counter = false;    // from DistributorOptions::node_counter
  std::string_view no_prefetch = "";  // why nothing can be drawn ahead
  bool has_windows = true;            // does DistributorContext::window change anything?
  std::string_view only_fixed = "";   // why no other schedule than `fixed` has a meaning; empty: any does
  std::function<std::unique_ptr<Distributor>(const DistributorContext&)> make;  // collective; empty: not in this build
  std::string_view unsupported = "";                                            // why `make` is empty
};

std::span<const DistributorEntry> distributor_table();

// What --counter names: a distributor of its own, or a shared counter that tickets are drawn from.
struct Dealer {
  std::string_view name;
  const DistributorEntry* distributor = nullptr;  // null: tickets come straight from `counter`
  const CounterEntry* counter = nullptr;          // null: see shared_counter()
};
std::span<const Dealer> dealer_table();                      // the distributors, then the counters
const Dealer& look_up(Type<Dealer>, std::string_view name);  // throws UsageError listing the known names

// Does the window kind change anything for it? Local.
bool has_windows(Choice<Dealer> dealer);
// The counter that is drawn from: the dealer itself, `node_counter` for a distributor that has one, or null. Local.
const CounterEntry* shared_counter(Choice<Dealer> dealer, Choice<CounterEntry> node_counter);
// The progress strategy in effect beside a dealer: the one `asked` for, unless that is "none" and the counter that the
// dealer draws from brings its own (helper). Local; knows also what this build lacks.
std::string_view progress_in_effect(Choice<Dealer> dealer, Choice<CounterEntry> node_counter, std::string_view asked);

// Throws UsageError for what the dealer cannot do with these options: "UNSUPPORTED: reason". Local, needs no MPI.
void refuse_impossible_dealing(Choice<Dealer> dealer, const DistributorOptions& options);

// Collective; throws UsageError as above, and for what this MPI or this number of ranks refuses.
std::unique_ptr<Distributor> make_distributor(Choice<Dealer> dealer, const DistributorContext& context);

}  // namespace fockproxy
