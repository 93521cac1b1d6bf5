#include "check/thread_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr int threads = 3;
constexpr int thread_rounds = 40, few_thread_rounds = 3;

// Words of a segment: a counter, a sum, then one word for each thread of each rank.
constexpr MPI_Aint counter_byte = 0, sum_byte = 8, first_byte = 16;

class ThreadTest {
 public:
  ThreadTest(const CheckContext& context, WindowKind kind, ThreadFault fault)
      : comm_(context.runtime.world()),
        rounds_(context.brief ? few_thread_rounds : thread_rounds),
        fault_(fault),
        window_(comm_, static_cast<std::size_t>(first_byte) + sizeof(std::int64_t) * threads * comm_.size(),
                {.kind = kind}) {}

  Violations run() {
    std::vector<std::string> wrong(threads);
    std::vector<std::vector<std::int64_t>> drawn(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; ++t)
      team.emplace_back([this, t, &wrong, &drawn] {
        try {
          work(t, drawn[t], wrong[t]);
        } catch (const std::exception& error) {
          wrong[t] = error.what();
        }
      });
    for (std::thread& thread : team) thread.join();
    Violations found;
    for (const std::string& text : wrong)
      if (!text.empty()) found.push_back(text);
    window_.sync();
    comm_.barrier();
    window_.sync();
    const auto* own = static_cast<const std::int64_t*>(window_.base());
    const std::int64_t of_all = std::int64_t{rounds_} * threads * comm_.size();
    if (found.empty() && (own[0] != of_all || own[1] != of_all))
      found.push_back(fmt::format("{} draws and {} additions arrived of {}", own[0], own[1], of_all));
    found = contracts::of_all_ranks(comm_, found);
    contracts::append(found, draws(drawn));
    return found;
  }

 private:
  void work(int t, std::vector<std::int64_t>& drawn, std::string& wrong) {
    const std::int64_t one = 1;
    const MPI_Win win = window_.handle();
    for (int round = 0; round < rounds_; ++round)
      for (int step = 0; step < comm_.size(); ++step) {
        const int owner = (comm_.rank() + step + t) % comm_.size();
        const auto at = [&](MPI_Aint byte) { return window_.at(owner, byte); };
        const Window::Place mine = at(first_byte + 8 * (threads * comm_.rank() + t));
        const std::int64_t sent =
            1 + round + 1000 * (owner + std::int64_t{comm_.size()} * (comm_.rank() * threads + t));
        std::int64_t before = -1, got = -1;
        check_mpi(MPI_Fetch_and_op(&one, &before, MPI_INT64_T, mine.rank, at(counter_byte).byte, MPI_SUM, win),
                  "MPI_Fetch_and_op");
        if (fault_ == ThreadFault::none || !comm_.is_root() || t > 0 || round > 0)
          check_mpi(MPI_Accumulate(&one, 1, MPI_INT64_T, mine.rank, at(sum_byte).byte, 1, MPI_INT64_T, MPI_SUM, win),
                    "MPI_Accumulate");
        check_mpi(MPI_Put(&sent, 1, MPI_INT64_T, mine.rank, mine.byte, 1, MPI_INT64_T, win), "MPI_Put");
        check_mpi(MPI_Win_flush(mine.rank, win), "MPI_Win_flush");
        check_mpi(MPI_Get(&got, 1, MPI_INT64_T, mine.rank, mine.byte, 1, MPI_INT64_T, win), "MPI_Get");
        check_mpi(MPI_Win_flush(mine.rank, win), "MPI_Win_flush");
        if (got != sent && wrong.empty())
          wrong = fmt::format("thread {}, round {}: {} was put to rank {}, {} fetched", t, round, sent, owner, got);
        if (owner == 0) drawn.push_back(before);
      }
  }

  // Checks that every value of rank 0's counter was drawn once.
  Violations draws(const std::vector<std::vector<std::int64_t>>& drawn) {
    std::vector<std::int64_t> mine;
    for (const auto& of_thread : drawn) mine.insert(mine.end(), of_thread.begin(), of_thread.end());
    mine.resize(static_cast<std::size_t>(rounds_) * threads, -1);
    std::vector<std::int64_t> all = comm_.gather(std::span<const std::int64_t>(mine));
    std::ranges::sort(all);
    Violations at_root;
    for (std::size_t i = 0; i < all.size() && at_root.empty(); ++i)
      if (all[i] != static_cast<std::int64_t>(i))
        at_root.push_back(fmt::format("the {}-th smallest value drawn is {}", i, all[i]));
    return contracts::of_root(comm_, at_root);
  }

  const Communicator& comm_;
  int rounds_;
  ThreadFault fault_;
  Window window_;
};

}  // namespace

Violations check_threads(const CheckContext& context, WindowKind kind, ThreadFault fault) {
  return ThreadTest(context, kind, fault).run();
}

}  // namespace fockproxy::check
