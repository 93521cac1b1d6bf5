#include "contracts/mutex_contract.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace fockproxy::contracts {
namespace {

// Two words of rank 0: the number of sections so far, and the mark of the last rank.
class Canary {
 public:
  enum Word { sections, mark };

  Canary(const Communicator& comm, WindowKind kind)
      : window_(comm, comm.is_root() ? 2 * sizeof(std::int64_t) : 0, {.kind = kind}) {}

  std::int64_t get(Word word) {
    std::int64_t value = 0;
    check_mpi(MPI_Get(&value, 1, MPI_INT64_T, home_.rank, byte(word), 1, MPI_INT64_T, window_.handle()), "MPI_Get");
    check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
    return value;
  }
  void put(Word word, std::int64_t value) {
    check_mpi(MPI_Put(&value, 1, MPI_INT64_T, home_.rank, byte(word), 1, MPI_INT64_T, window_.handle()), "MPI_Put");
    check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
  }

 private:
  MPI_Aint byte(Word word) const {
    return home_.byte + static_cast<MPI_Aint>(word) * static_cast<MPI_Aint>(sizeof(std::int64_t));
  }
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

Violations check_mutex(const Communicator& comm, Mutex& mutex, WindowKind kind, int rounds,
                       const std::function<void()>& stay) {
  Canary canary(comm, kind);
  Violations mine;
  comm.barrier();  // all begin together, for contention
  for (int round = 0; round < rounds; ++round) {
    mutex.lock();
    const std::int64_t before = canary.get(Canary::sections);
    canary.put(Canary::mark, comm.rank() + 1);
    if (stay) stay();
    else if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
    if (const std::int64_t mark = canary.get(Canary::mark); mark != comm.rank() + 1)
      mine.push_back(fmt::format("found the mark of rank {} in its own critical section", mark - 1));
    canary.put(Canary::sections, before + 1);
    mutex.unlock();
    if ((comm.rank() + round) % 3 == 0) std::this_thread::yield();  // makes the order of the ranks vary
  }
  comm.barrier();
  const std::int64_t expected = std::int64_t{comm.size()} * rounds;
  if (const std::int64_t seen = canary.get(Canary::sections); comm.is_root() && seen != expected)
    mine.push_back(fmt::format("counted {} critical sections of {}", seen, expected));
  return of_all_ranks(comm, mine);
}

Violations check_no_mutex(const Communicator& comm, WindowKind kind) {
  NoMutex none;
  return check_mutex(comm, none, kind, 1, [&] { comm.barrier(); });
}

}  // namespace fockproxy::contracts
