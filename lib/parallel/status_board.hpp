// The status of the ranks of a node, in shared memory, for cases in which MPI no longer works.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "system/last_words.hpp"

namespace fockproxy {

// The status of one rank. Only this rank writes it.
struct alignas(128) RankStatus {
  static constexpr std::size_t longest_place = 96;
  std::atomic<int> rank{-1};
  std::atomic<std::int64_t> seen{0};  // nanoseconds of the node's steady clock; 0: never
  std::atomic<std::uint64_t> steps{0};
  std::atomic<int> current{0};  // of the two texts: the other one is being written
  char place[2][longest_place] = {};
};

// Memory that outlives everything in the process; before join_status_board(), and where that fails, of this process
// alone. All members are local, lock-free and async-signal-safe.
class StatusBoard {
 public:
  // Returns true to exactly one caller on the node: it prints the only error line of the job, or the stall.
  bool claim_error() { return !error_claimed_.exchange(true); }
  bool claim_accusation() { return !accusation_claimed_.exchange(true); }
  // Adds to `line` the rank that the other ranks of this node probably wait for: one whose watchdog has not run for
  // `silence` seconds, or one that has made fewer steps than others. Returns false and adds nothing if there is no
  // such rank.
  bool accuse(FixedLine& line, double silence) const;

 private:
  friend void join_status_board(MPI_Comm node);
  static std::size_t bytes(int ranks) { return sizeof(StatusBoard) + (ranks - 1) * sizeof(RankStatus); }
  std::span<const RankStatus> ranks() const { return {rank_, static_cast<std::size_t>(ranks_)}; }

  std::atomic<bool> error_claimed_{false};
  std::atomic<bool> accusation_claimed_{false};
  int ranks_ = 1;
  RankStatus rank_[1];  // as many as there are ranks: the memory goes on
};

// Local. For the watchdog's thread, each time it wakes: where its rank is, and that it runs.
void publish_status();

// Local. The board of this process's node, for as long as the process lives.
StatusBoard& status_board();

// Collective over `node`, the ranks of one node: from now on they share a board, in POSIX shared memory whose name is
// gone when this returns. Where there is no such memory every rank stays alone.
void join_status_board(MPI_Comm node);

}  // namespace fockproxy
