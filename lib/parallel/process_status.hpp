// Where this process is and whether it moves: what its watchdog and its last words tell.
#pragma once

#include <atomic>
#include <cstdint>

#include "parallel/injected_failure.hpp"

namespace fockproxy {

// One per process. Everything is local, thread-safe and cheap: a relaxed atomic or two, no call.
class ProcessStatus {
 public:
  // Enters a phase of the program, which all ranks enter in the same order: "Fock build: fence". `phase` must live
  // until the next mark() or locate(); a string literal does.
  void mark(const char* phase) {
    step();
    beat();
    locate(phase);
  }
  // Names a place inside a phase, which need not be the same on all ranks, without moving on.
  void locate(const char* place) {
    place_.store(place, std::memory_order_relaxed);
    if (failure_is_injected) [[unlikely]] fail_if_injected(place, rank());
  }
  void beat() { beats_.fetch_add(1, std::memory_order_relaxed); }
  // One of the things that all ranks do together and in the same order: phases and collectives. A rank that has made
  // fewer is one that the others wait for.
  void step() { steps_.fetch_add(1, std::memory_order_relaxed); }
  void pause(bool paused) { paused_.store(paused, std::memory_order_relaxed); }
  void set_rank(int rank) { rank_.store(rank, std::memory_order_relaxed); }
  void set_ranks(int ranks) { ranks_.store(ranks, std::memory_order_relaxed); }

  const char* place() const { return place_.load(std::memory_order_relaxed); }
  std::uint64_t beats() const { return beats_.load(std::memory_order_relaxed); }
  std::uint64_t steps() const { return steps_.load(std::memory_order_relaxed); }
  bool paused() const { return paused_.load(std::memory_order_relaxed); }
  int rank() const { return rank_.load(std::memory_order_relaxed); }  // the launcher's word until MPI is up
  int ranks() const { return ranks_.load(std::memory_order_relaxed); }  // that the program has; 0 until MPI is up

 private:
  std::atomic<const char*> place_{"start"};
  std::atomic<std::uint64_t> beats_{0};
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<bool> paused_{false};
  std::atomic<int> rank_{0};
  std::atomic<int> ranks_{0};
};

inline constinit ProcessStatus process_status;

}  // namespace fockproxy
