#include "parallel/status_board.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <string>

#include "system/process_status.hpp"

namespace fockproxy {
namespace {

static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "a lock of one process protects no other");

// Real time, also where now() is the time of a simulation: watchdogs call it.
std::int64_t nanoseconds() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

const char* place_of(const RankStatus& rank) { return rank.place[rank.current.load(std::memory_order_acquire)]; }

RankStatus status_before_the_board;
StatusBoard board_of_one;
std::atomic<RankStatus*> own_status{&status_before_the_board};
std::atomic<StatusBoard*> board{&board_of_one};

void publish(RankStatus& own) {
  const int other = 1 - own.current.load(std::memory_order_relaxed);
  std::strncpy(own.place[other], process_status.place(), RankStatus::longest_place - 1);
  own.current.store(other, std::memory_order_release);
  own.rank.store(process_status.rank(), std::memory_order_relaxed);
  own.steps.store(process_status.steps(), std::memory_order_relaxed);
  own.seen.store(nanoseconds(), std::memory_order_release);
}

}  // namespace

StatusBoard& status_board() { return *board.load(); }

void publish_status() { publish(*own_status.load()); }

bool StatusBoard::accuse(FixedLine& line, double silence) const {
  const auto was_seen = [](const RankStatus& rank) { return rank.seen.load() != 0; };
  const auto made_fewer_steps = [](const RankStatus& a, const RankStatus& b) {
    return a.steps.load() < b.steps.load();
  };
  if (!std::ranges::all_of(ranks(), was_seen)) return false;
  const std::int64_t time = nanoseconds();
  for (const RankStatus& rank : ranks()) {
    const double silent = 1e-9 * static_cast<double>(time - rank.seen.load());
    if (silent < silence) continue;
    line << "rank " << rank.rank.load() << " has not run for " << static_cast<std::int64_t>(silent)
         << " s (stopped or killed), last seen in: " << place_of(rank);
    return true;
  }
  const auto [last, first] = std::ranges::minmax_element(ranks(), made_fewer_steps);
  if (!made_fewer_steps(*last, *first)) return false;
  line << "the others wait for rank " << last->rank.load() << ", which is behind them, in: " << place_of(*last);
  return true;
}

void join_status_board(MPI_Comm node) {
  int rank = 0, size = 1;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  char name[64] = "";
  int file = -1;
  if (rank == 0) {
    std::strcpy(name, ("/fockproxy-" + std::to_string(getpid())).c_str());
    file = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0 && ftruncate(file, static_cast<off_t>(StatusBoard::bytes(size))) != 0) {
      close(file);
      file = -1;
    }
  }
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, node);
  if (rank != 0) file = shm_open(name, O_RDWR | O_CLOEXEC, 0600);
  void* memory = MAP_FAILED;
  if (file >= 0) {
    memory = mmap(nullptr, StatusBoard::bytes(size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
  }
  int shared = memory != MAP_FAILED ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &shared, 1, MPI_INT, MPI_MIN, node);
  if (rank == 0) shm_unlink(name);
  if (shared == 0) return;
  auto* const common = static_cast<StatusBoard*>(memory);
  if (rank == 0) {
    new (common) StatusBoard;
    for (int r = 1; r < size; ++r) new (&common->rank_[r]) RankStatus;
    common->ranks_ = size;
  }
  MPI_Barrier(node);
  publish(common->rank_[rank]);  // a rank may stop before its watchdog first wakes
  own_status.store(&common->rank_[rank]);
  board.store(common);
}

}  // namespace fockproxy
