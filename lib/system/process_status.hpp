// Where this process is and whether it moves: what its watchdog and its last words tell.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "support/cache_line.hpp"
#include "system/injected_failure.hpp"
#include "system/phase_regions.hpp"

namespace fockproxy {

// One per process. Everything is local, thread-safe and cheap: a relaxed atomic or two, no call. Threads that work
// beside each other each have a place and beats of their own, so that no core waits for another's.
class ProcessStatus {
 public:
  // The calling thread works as thread `thread` of the rank; all that do not say so are thread 0.
  static void work_as(int thread) { own_ = std::min(thread, most_threads - 1); }

  // Enters a phase of the program, which all ranks enter in the same order: "Fock build: fence". `phase` must live
  // until the next mark() or locate(); a string literal does.
  void mark(const char* phase) {
    step();
    beat();
    locate(phase);
    if (own_ == 0) enter_phase_region(phase);
  }
  // Names a place inside a phase, which need not be the same on all ranks, without moving on.
  void locate(const char* place) {
    threads_[own_].place.store(place, std::memory_order_relaxed);
    if (failure_is_injected) [[unlikely]]
      fail_if_injected(place, rank());
  }
  void beat() { threads_[own_].beats.fetch_add(1, std::memory_order_relaxed); }
  // One of the things that all ranks do together and in the same order: phases and collectives. A rank that has made
  // fewer is one that the others wait for.
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
  int rank() const { return rank_.load(std::memory_order_relaxed); }    // the launcher's word until MPI is up
  int ranks() const { return ranks_.load(std::memory_order_relaxed); }  // that the program has; 0 until MPI is up

 private:
  struct alignas(apart) Thread {
    std::atomic<const char*> place{"start"};
    std::atomic<std::uint64_t> beats{0};
  };
  static constexpr int most_threads = 64;  // more share the last one's
  static inline thread_local int own_ = 0;

  std::array<Thread, most_threads> threads_{};
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<bool> paused_{false};
  std::atomic<int> rank_{0};
  std::atomic<int> ranks_{0};
};

inline constinit ProcessStatus process_status;

}  // namespace fockproxy
