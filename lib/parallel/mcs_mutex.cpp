// The list-based lock of Mellor-Crummey & Scott, "Algorithms for scalable synchronization on shared-memory
// multiprocessors" (ACM Trans. Comput. Syst. 9, 21, 1991), on MPI-3 atomics (MPI-4.0 section 12.3.4).
//
// Rank 0 holds the tail of the queue of ranks that hold or want the mutex. Each rank holds two words: the next rank in
// the queue, and whether it has been granted the mutex. A rank that enters the queue behind another writes its number
// there and waits at its own memory. The memory of a rank does not grow with the number of ranks.
//
// This is the paper's version without compare-and-swap: words are only replaced and read. By default MPI guarantees
// atomicity only among calls of the same operation or MPI_NO_OP (info key accumulate_ops, section 12.2.1), and
// compare-and-swap crashes in Open MPI 4 (known_faults.hpp). The price is that ranks may change their order if one
// enters the queue while its last rank leaves.
#include <thread>

#include "parallel/mutex.hpp"

namespace fockproxy {
namespace {

class McsMutex : public Mutex {
 public:
  McsMutex(const Communicator& comm, const WindowChoice& choice)
      : comm_(comm),
        me_(comm.rank() + 1),
        window_(comm, (comm.is_root() ? 3 : 2) * sizeof(std::int64_t),
                {.kind = choice,
                 .accumulates = Accumulates{.operators = "replace,no_op",
                                            .mixed = "the lock reads words by MPI_NO_OP that others replace"}}) {}

  void lock() override {
    const std::int64_t before_me = replace(root, tail, me_);
    if (before_me == nobody) return;
    replace(before_me, next, me_);
    wait_for(granted);
    replace(me_, granted, 0);  // for the next time
  }

  void unlock() override {
    std::int64_t after_me = read_own(next);
    std::int64_t holder = nobody;  // the last of the ranks that found the queue empty meanwhile and now have the mutex
    if (after_me == nobody) {
      const std::int64_t last = replace(root, tail, nobody);
      if (last == me_) return;
      // Other ranks have queued behind this one and are now cut off. They get the tail back, behind ranks that came
      // meanwhile.
      holder = replace(root, tail, last);
      after_me = wait_for(next);
    }
    replace(me_, next, nobody);  // for the next time: no rank writes it before this rank queues again
    if (holder == nobody) replace(after_me, granted, 1);
    else replace(holder, next, after_me);
  }

  Traffic traffic() const override { return traffic_; }

 private:
  // Ranks are stored as rank + 1; windows start with zeros.
  static constexpr std::int64_t nobody = 0;
  static constexpr std::int64_t root = 1;
  enum Word { next, granted, tail };

  std::int64_t replace(std::int64_t whose, Word word, std::int64_t value) {
    traffic_.count(1, 2 * sizeof(std::int64_t));
    return fetch_and(MPI_REPLACE, whose, word, value);
  }

  std::int64_t read_own(Word word) {
    traffic_.count(1, 2 * sizeof(std::int64_t));
    return fetch_and(MPI_NO_OP, me_, word, 0);
  }

  // Spins at this rank's own memory. Reading it does not necessarily make progress. MPI_Iprobe does, so the word can
  // arrive even if this needs the target's help. Then other ranks on the same core get their turn.
  std::int64_t wait_for(Word word) {
    std::int64_t value = read_own(word);
    while (value == 0) {
      int found = 0;
      check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.handle(), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
      std::this_thread::yield();
      value = fetch_and(MPI_NO_OP, me_, word, 0);
    }
    return value;
  }

  std::int64_t fetch_and(MPI_Op op, std::int64_t whose, Word word, std::int64_t value) {
    const Window::Place place =
        window_.at(static_cast<int>(whose - 1), static_cast<MPI_Aint>(word) * static_cast<MPI_Aint>(sizeof value));
    std::int64_t before = 0;
    check_mpi(MPI_Fetch_and_op(&value, &before, MPI_INT64_T, place.rank, place.byte, op, window_.handle()),
              "MPI_Fetch_and_op");
    check_mpi(MPI_Win_flush(place.rank, window_.handle()), "MPI_Win_flush");
    return before;
  }

  const Communicator& comm_;
  std::int64_t me_;
  Traffic traffic_;
  Window window_;
};

}  // namespace

std::unique_ptr<Mutex> make_mcs_mutex(const Communicator& comm, const WindowChoice& choice) {
  return std::make_unique<McsMutex>(comm, choice);
}

std::span<const MutexEntry> mutex_table() {
  static const MutexEntry table[] = {
      {"queueing", "bytes of waiters under an exclusive lock (Latham, Ross & Thakur)", make_queueing_mutex},
      {"mcs", "a queue of ranks by MPI-3 atomics (Mellor-Crummey & Scott)", make_mcs_mutex},
  };
  return table;
}

}  // namespace fockproxy
