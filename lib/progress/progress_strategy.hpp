// What, besides the computation itself, keeps one-sided communication moving on a busy rank.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "progress/rank_set.hpp"
#include "support/cache_line.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// What the strategies can be told; each looks at what concerns it.
struct ProgressOptions {
  double poll_interval = 100e-6;  // poll: seconds of computing between two polls
  int poll_burst = 1;             // poll: MPI_Iprobe calls in each
  double helper_sleep = 50e-6;    // helper-poll: seconds between two MPI_Iprobe calls; 0 spins
  RankSet helper_ranks;           // helper-*: the ranks that get a helper
};

// What a strategy did on one rank between start() and stop(). Trivially copyable.
struct ProgressReport {
  bool helper = false;      // there was a thread beside the computation
  bool library = false;     // it was not ours but, if anyone's, a library's own
  bool inside_mpi = true;   // it was still inside MPI at the end of the timed region; a library's: it ran at all
  double helper_cpu = 0;    // CPU seconds of that thread
  std::int64_t polls = 0;   // poll: by the computing rank; helper-poll: by its helper
  double poll_seconds = 0;  // poll: what they took from the computing rank, wall time
};

// One object per thread that computes. All members are local and not thread-safe, but for start() and stop().
class alignas(apart) ProgressStrategy {
 public:
  virtual ~ProgressStrategy() = default;  // collective

  virtual void start() = 0;  // collective, before the timed region
  // Collective, after it, with no communication under way that another rank's stop() could depend on. Afterwards
  // report() tells about the region.
  virtual void stop() = 0;

  // The computation says what it has done, between shell quartets, in units of its choice that are roughly
  // proportional to time. A countdown, not a clock: this is all that a strategy may cost a computation that needs no
  // poll.
  void computed(std::int64_t cost) {
    region_.countdown -= cost;
    if (region_.countdown <= 0) [[unlikely]]
      region_.countdown = poll();
  }
  // The same where the computation only lets time pass: a strategy that polls may do so now.
  void passed() {
    if (region_.countdown != never) region_.countdown = poll();
  }
  // computed() is called only between resume() and pause(), which enclose computing without communication: only that
  // time counts for the interval between polls. Both take now().
  void resume(double time) { region_.resumed = time; }
  void pause(double time) { region_.computing += time - region_.resumed; }

  const ProgressReport& report() const { return report_; }

 protected:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  virtual std::int64_t poll() { return never; }  // returns the cost until the next one

  // What the computation has told so far.
  struct Region {
    std::int64_t countdown = never;
    double computing = 0;  // seconds between resume() and pause(), since the last poll
    double resumed = 0;
  };
  Region region_;
  ProgressReport report_;

 private:
  friend class ForwardingProgress;
};

struct ProgressContext {
  ProgressContext(const Runtime& r, const ProgressOptions& o = {}) : runtime(r), options(o) {}
  const Runtime& runtime;
  ProgressOptions options;
};

// One line of the table of names: --help, contract tests and sweeps all read it.
struct ProgressEntry {
  std::string_view name;
  std::string_view summary;
  int thread_level = MPI_THREAD_SINGLE;  // the MPI thread level it needs
  bool helper = false;                   // has a thread of its own on the ranks of --helper-ranks
  int idle_ranks = 0;                    // so many ranks at least do no work (Case 2 of van Dam et al. 2008)
  bool ghosts = false;                   // the last ranks of every node do no work, and serve windows of kind ghost
  // Local, before MPI starts: adds what depends on the rest of `needs`. Empty: nothing.
  std::function<void(RuntimeOptions& needs)> prepare = {};
  // Collective. Throws UsageError for options that make no sense here, and "UNSUPPORTED: reason" for what this MPI
  // cannot do.
  std::function<std::unique_ptr<ProgressStrategy>(const ProgressContext&)> make;

  // Throws UsageError, "UNSUPPORTED: reason", where ghosts have nothing to serve. Local.
  void require_windows(bool has_windows, WindowKind kind) const;
  // Adds to what MPI is to be started with, after everything else has: thread level and settings. Local.
  void add_needs(RuntimeOptions& needs) const;
};

std::span<const ProgressEntry> progress_table();
const ProgressEntry& look_up(Type<ProgressEntry>, std::string_view name);  // throws UsageError listing the known names
inline const ProgressEntry& find_progress(std::string_view name) { return look_up(Type<ProgressEntry>{}, name); }

}  // namespace fockproxy
