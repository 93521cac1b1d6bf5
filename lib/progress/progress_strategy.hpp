// The interface of progress strategies. A strategy makes one-sided operations progress on a rank that computes.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "progress/poll_call.hpp"
#include "progress/rank_set.hpp"
#include "support/cache_line.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// The options of all strategies; each strategy reads its own.
struct ProgressOptions {
  double poll_interval = 100e-6;             // poll: seconds of computing between two polls
  int poll_burst = 1;                        // poll: calls in each poll
  Choice<PollCallEntry> poll_by = "iprobe";  // poll: what it calls
  double helper_sleep = 50e-6;               // helper-poll: seconds between two MPI_Iprobe calls; 0 spins
  RankSet helper_ranks;                      // helper-*, stream: the ranks that get a helper
};

// What a strategy did on one rank between start() and stop(). Trivially copyable.
struct ProgressReport {
  bool helper = false;      // there was a thread beside the computation: a helper
  bool library = false;     // the helper is a thread of a library, not of fockproxy
  bool inside_mpi = true;   // the helper was still inside MPI at the end of the region; of a library: it ran at all
  double helper_cpu = 0;    // CPU seconds of the helper
  std::int64_t polls = 0;   // poll: polls by the computing rank; helper-poll: polls by its helper
  double poll_seconds = 0;  // poll: wall time of the polls on the computing rank
};

// One object per thread that computes. All members except start() and stop() are local and not thread-safe.
class alignas(apart) ProgressStrategy {
 public:
  virtual ~ProgressStrategy() = default;  // collective

  virtual void start() = 0;  // collective, before the timed region
  // Collective, after the timed region. No communication may be in flight on which stop() of another rank depends.
  // Afterwards report() describes the region.
  virtual void stop() = 0;

  // The computation calls this between shell quartets, with the cost of what it has done since the last call. It
  // chooses the unit of cost, which must be roughly proportional to time. The call reads no clock: without a poll, it
  // costs only this countdown.
  void computed(std::int64_t cost) {
    region_.countdown -= cost;
    if (region_.countdown <= 0) [[unlikely]]
      region_.countdown = poll();
  }
  // The same for a computation that only sleeps: a strategy that polls does so in this call.
  void passed() {
    if (region_.countdown != never) region_.countdown = poll();
  }
  // Sleeps in place of computing. A strategy that polls does so every 100 microseconds of it.
  void sleep(double seconds);
  // resume() and pause() enclose computing without communication. computed() is called only between them, and only the
  // time between them counts for the interval between polls. Both take now().
  void resume(double time) { region_.resumed = time; }
  void pause(double time) { region_.computing += time - region_.resumed; }

  const ProgressReport& report() const { return report_; }

 protected:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  virtual std::int64_t poll() { return never; }  // returns the cost until the next poll

  // What the computation has reported in this region.
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

// Strategy "none": only what the computation's own communication calls bring about. Its functions are local, so it also
// serves computations that do not communicate.
class NoProgress final : public ProgressStrategy {
 public:
  void start() override {}
  void stop() override {}
};

struct ProgressContext {
  ProgressContext(const Runtime& r, const ProgressOptions& o = {}) : runtime(r), options(o) {}
  const Runtime& runtime;
  ProgressOptions options;
};

// One line of the table of strategies, which --help, contract tests and sweeps read.
struct ProgressEntry {
  std::string_view name;
  std::string_view summary;
  int thread_level = MPI_THREAD_SINGLE;  // the MPI thread level it needs
  bool helper = false;                   // has a thread of its own on the ranks of --helper-ranks
  int idle_ranks = 0;                    // the least number of ranks that do no work (Case 2 of van Dam et al. 2008)
  bool ghosts = false;                   // the last ranks of every node do no work, and serve windows of kind ghost
  bool whole_job = false;                // in effect from MPI_Init to MPI_Finalize, so for all measurements of the job
  // Adds to `needs` what depends on the rest of it. Local, before MPI starts. Empty: it adds nothing.
  std::function<void(RuntimeOptions& needs)> prepare = {};
  // Collective. Throws UsageError for options that do not fit this job, with "UNSUPPORTED: reason" if this MPI cannot
  // do what they ask.
  std::function<std::unique_ptr<ProgressStrategy>(const ProgressContext&)> make;

  // Throws UsageError, "UNSUPPORTED: reason", if the strategy has ghosts and there is no window that they can serve.
  // Local.
  void require_windows(bool has_windows, WindowKind kind) const;
  // Adds the thread level and settings of this strategy to the needs with which MPI is started. Call it after all other
  // needs are known. Local.
  void add_needs(RuntimeOptions& needs) const;
};

std::span<const ProgressEntry> progress_table();
const ProgressEntry& look_up(Type<ProgressEntry>, std::string_view name);  // throws UsageError listing the known names
inline const ProgressEntry& find_progress(std::string_view name) { return look_up(Type<ProgressEntry>{}, name); }

}  // namespace fockproxy
