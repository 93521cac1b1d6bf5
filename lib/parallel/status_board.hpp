// The status of the ranks of a node, in shared memory. It is used if MPI no longer works.
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
  std::atomic<int> current{0};  // index of the valid text; the rank writes the other one
  char place[2][longest_place] = {};
};

// Memory that is never freed. Before join_status_board(), and if that fails, it belongs to this process alone. All
// members are local, lock-free and async-signal-safe.
class StatusBoard {
 public:
  // Each of the two returns true to exactly one caller on the node. This caller prints the only error line of the job,
  // or the accusation of a stall.
  bool claim_error() { return !error_claimed_.exchange(true); }
  bool claim_accusation() { return !accusation_claimed_.exchange(true); }
  // Adds to `line` the rank for which the other ranks of this node probably wait. Its watchdog has not run for
  // `silence` seconds, or it has made fewer steps than other ranks. Returns false and adds nothing if there is no such
  // rank.
  bool accuse(FixedLine& line, double silence) const;

 private:
  friend void join_status_board(MPI_Comm node);
  static std::size_t bytes(int ranks) { return sizeof(StatusBoard) + (ranks - 1) * sizeof(RankStatus); }
  std::span<const RankStatus> ranks() const { return {rank_, static_cast<std::size_t>(ranks_)}; }

  std::atomic<bool> error_claimed_{false};
  std::atomic<bool> accusation_claimed_{false};
  int ranks_ = 1;
  RankStatus rank_[1];  // one per rank: the memory extends beyond this array
};

// Local. The watchdog's thread calls it each time it wakes. Publishes the position of its rank and the time.
void publish_status();

// Local. The board of this process's node; it exists as long as the process.
StatusBoard& status_board();

// Collective over `node`, the ranks of one node. From now on they share a board in POSIX shared memory, whose name is
// removed before this returns. If there is no such memory, every rank keeps its own board.
void join_status_board(MPI_Comm node);

}  // namespace fockproxy
