#include "check/completion_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "support/clock.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

// With fewer transfers, or without a late rank, the fault of MPICH 4.0.2 seldom shows. With 300 transfers of 64 bytes
// and a delay of 5 ms, it shows in about every tenth round of a rank.
constexpr int transfers = 300;  // to every rank
constexpr int words = 8;        // per transfer
constexpr int of_target = transfers * words;
constexpr auto delay = std::chrono::milliseconds(5);

class CompletionTest {
 public:
  CompletionTest(const CheckContext& context, WindowKind kind, CompleteAll by, CompletionFault fault)
      : comm_(context.runtime.world()),
        by_(by),
        fault_(fault),
        gets_(comm_, of_target * sizeof(std::int64_t), {.kind = kind, .lock_all = by != CompleteAll::unlock_all}),
        puts_(comm_, static_cast<std::size_t>(of_target) * comm_.size() * sizeof(std::int64_t),
              {.kind = kind, .lock_all = by != CompleteAll::unlock_all}),
        buffer_(static_cast<std::size_t>(of_target) * comm_.size()),
        settled_(comm_.size()) {}

  Violations get_round(int round) {
    found_.clear();
    within_epoch(gets_, [&] {
      for (int i = 0; i < of_target; ++i) static_cast<std::int64_t*>(gets_.base())[i] = value(comm_.rank(), round, i);
      gets_.sync();
    });
    std::ranges::fill(buffer_, -1);
    comm_.barrier();
    begin_epoch(gets_);
    gets_.sync();
    const bool is_late = fault_ == CompletionFault::late_get && comm_.is_root();
    for_transfers([&](int owner, int k) {
      if (!is_late || owner != comm_.size() - 1 || k != transfers - 1) get(owner, k);
    });
    late_rank(round);
    complete(gets_);
    for (int owner = 0; owner < comm_.size(); ++owner)
      for (int i = 0; i < of_target && found_.empty(); ++i)
        if (const std::int64_t seen = buffer_[owner * of_target + i]; seen != value(owner, round, i))
          found_.push_back(fmt::format("round {}: get {} of {} from rank {} has {} instead of {}", round, i / words,
                                       transfers, owner, seen, value(owner, round, i)));
    settle(gets_, [&] {
      if (is_late) get(comm_.size() - 1, transfers - 1);
    });
    comm_.barrier();
    return contracts::of_all_ranks(comm_, found_);
  }

  Violations put_round(int round) {
    found_.clear();
    for (std::size_t i = 0; i < buffer_.size(); ++i) buffer_[i] = value(comm_.rank(), round, i);
    comm_.barrier();
    begin_epoch(puts_);
    const bool is_late = fault_ == CompletionFault::late_put && comm_.is_root();
    for_transfers([&](int owner, int k) {
      if (!is_late || owner != comm_.size() - 1 || k != transfers - 1) put(owner, k);
    });
    late_rank(round);
    complete(puts_);
    std::ranges::fill(buffer_, -1);  // must not matter: the buffer is ours again
    settle(puts_, [&] {
      if (is_late) put(comm_.size() - 1, transfers - 1);
    });
    comm_.barrier();
    within_epoch(puts_, [&] { puts_.sync(); });
    const auto* own = static_cast<const std::int64_t*>(puts_.base());
    for (int origin = 0; origin < comm_.size(); ++origin)
      for (int i = 0; i < of_target && found_.empty(); ++i)
        if (own[origin * of_target + i] != value(origin, round, comm_.rank() * of_target + i))
          found_.push_back(fmt::format("round {}: put {} of {} from rank {} brought {} instead of {}", round, i / words,
                                       transfers, origin, own[origin * of_target + i],
                                       value(origin, round, comm_.rank() * of_target + i)));
    comm_.barrier();
    return contracts::of_all_ranks(comm_, found_);
  }

 private:
  static std::int64_t value(int rank, int round, std::size_t i) {
    return (static_cast<std::int64_t>(rank) << 40) + (static_cast<std::int64_t>(round) << 32) +
           static_cast<std::int64_t>(i);
  }
  static MPI_Aint byte_of(int word) {
    return static_cast<MPI_Aint>(word) * static_cast<MPI_Aint>(sizeof(std::int64_t));
  }

  void get(int owner, int k) {
    const Window::Place at = gets_.at(owner, byte_of(k * words));
    check_mpi(MPI_Get(&buffer_[owner * of_target + k * words], words, MPI_INT64_T, at.rank, at.byte, words, MPI_INT64_T,
                      gets_.handle()),
              "MPI_Get");
  }

  void put(int owner, int k) {
    const Window::Place at = puts_.at(owner, byte_of(comm_.rank() * of_target + k * words));
    check_mpi(MPI_Put(&buffer_[owner * of_target + k * words], words, MPI_INT64_T, at.rank, at.byte, words, MPI_INT64_T,
                      puts_.handle()),
              "MPI_Put");
  }

  // Transfers go to all ranks in turn, so that all ranks communicate with each other until the end.
  template <class F>
  void for_transfers(F f) {
    for (int k = 0; k < transfers; ++k)
      for (int step = 1; step <= comm_.size(); ++step) f((comm_.rank() + step) % comm_.size(), k);
  }

  void late_rank(int round) {
    if (round / 2 % comm_.size() == comm_.rank()) std::this_thread::sleep_for(delay);
  }

  void begin_epoch(const Window& window) {
    if (by_ == CompleteAll::unlock_all)
      check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window.handle()), "MPI_Win_lock_all");
  }
  void complete(const Window& window) {
    const MPI_Win win = window.handle();
    switch (by_) {
      case CompleteAll::flush_all: check_mpi(MPI_Win_flush_all(win), "MPI_Win_flush_all"); break;
      case CompleteAll::flush_local_all: check_mpi(MPI_Win_flush_local_all(win), "MPI_Win_flush_local_all"); break;
      case CompleteAll::unlock_all: check_mpi(MPI_Win_unlock_all(win), "MPI_Win_unlock_all"); break;
      case CompleteAll::flush_by_target: window.flush_all(); break;
    }
  }
  // Calls f in an epoch of its own if the window has no permanent one.
  template <class F>
  void within_epoch(const Window& window, F f) {
    begin_epoch(window);
    f();
    if (by_ == CompleteAll::unlock_all) check_mpi(MPI_Win_unlock_all(window.handle()), "MPI_Win_unlock_all");
  }

  // Ensures that no transfer of this round arrives in the next round or in freed memory, even if the library called it
  // complete too early. A flush of a target also waits for earlier operations, but only if there is a new one.
  template <class F>
  void settle(const Window& window, F f) {
    within_epoch(window, [&] {
      f();
      for (int owner = 0; owner < comm_.size(); ++owner) {
        const Window::Place at = window.at(owner);
        check_mpi(MPI_Get(&settled_[owner], 1, MPI_INT64_T, at.rank, at.byte, 1, MPI_INT64_T, window.handle()),
                  "MPI_Get");
      }
      window.flush_all();
    });
  }

  const Communicator& comm_;
  CompleteAll by_;
  CompletionFault fault_;
  Window gets_, puts_;
  std::vector<std::int64_t> buffer_;  // the words fetched from, or sent to, each rank
  std::vector<std::int64_t> settled_;
  Violations found_;
};

}  // namespace

CompletionResult check_completion_of_all(const CheckContext& context, WindowKind kind, CompleteAll by, int most_rounds,
                                         double seconds, CompletionFault fault) {
  const Communicator& comm = context.runtime.world();
  CompletionTest test(context, kind, by, fault);
  CompletionResult result;
  const double start = now();
  for (int go_on = 1; go_on != 0;) {
    const int round = result.rounds++;
    const bool gets = round % 2 == 0 && fault != CompletionFault::late_put;
    result.found = gets ? test.get_round(round) : test.put_round(round);
    go_on = result.found.empty() && result.rounds < most_rounds && now() - start < seconds ? 1 : 0;
    comm.broadcast(std::span(&go_on, 1));
    context.watchdog.beat();
  }
  return result;
}

}  // namespace fockproxy::check
