// The position and progress of this process, for its watchdog and its error messages.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "support/cache_line.hpp"
#include "system/injected_failure.hpp"
#include "system/phase_regions.hpp"

namespace fockproxy {

// One object per process. All members are local, thread-safe and cheap: one or two relaxed atomics, no call. Each
// thread has its own place and beats, so no core waits for the cache line of another.
class ProcessStatus {
 public:
  // The calling thread works as thread `thread` of the rank. A thread that does not call this is thread 0.
  static void work_as(int thread) { own_ = std::min(thread, most_threads - 1); }

  // Enters a phase of the program ("Fock build: fence"). All ranks enter the phases in the same order. `phase` must
  // live until the next mark() or locate(); a string literal does.
  void mark(const char* phase) {
    step();
    beat();
    locate(phase);
    if (own_ == 0) enter_phase_region(phase);
  }
  // Names a place inside a phase, which may differ between ranks. Does not count as progress.
  void locate(const char* place) {
    threads_[own_].place.store(place, std::memory_order_relaxed);
    if (failure_is_injected) [[unlikely]]
      fail_if_injected(place, rank());
  }
  void beat() { threads_[own_].beats.fetch_add(1, std::memory_order_relaxed); }
  // Counts one step that all ranks make together and in the same order: a phase or a collective. The other ranks wait
  // for a rank that has made fewer steps.
  void step() { steps_.fetch_add(1, std::memory_order_relaxed); }
  void pause(bool paused) { paused_.store(paused, std::memory_order_relaxed); }
  void set_rank(int rank) { rank_.store(rank, std::memory_order_relaxed); }
  void set_ranks(int ranks) { ranks_.store(ranks, std::memory_order_relaxed); }

  const char* place() const { return threads_[own_].place.load(std::memory_order_relaxed); }  // of the calling thread
  std::uint64_t beats() const {                                                               // of all threads
    std::uint64_t sum = 0;
    for (const Thread& thread : threads_) sum += thread.beats.load(std::memory_order_relaxed);
    return sum;
  }
  std::uint64_t steps() const { return steps_.load(std::memory_order_relaxed); }
  bool paused() const { return paused_.load(std::memory_order_relaxed); }
  int rank() const { return rank_.load(std::memory_order_relaxed); }    // from the launcher until MPI has started
  int ranks() const { return ranks_.load(std::memory_order_relaxed); }  // of the program; 0 until MPI has started

 private:
  struct alignas(apart) Thread {
    std::atomic<const char*> place{"start"};
    std::atomic<std::uint64_t> beats{0};
  };
  static constexpr int most_threads = 64;  // further threads share the place of the last one
  static inline thread_local int own_ = 0;

  std::array<Thread, most_threads> threads_{};
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<bool> paused_{false};
  std::atomic<int> rank_{0};
  std::atomic<int> ranks_{0};
};

inline constinit ProcessStatus process_status;

}  // namespace fockproxy
