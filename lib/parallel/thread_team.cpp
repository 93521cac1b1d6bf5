#include "parallel/thread_team.hpp"

#include <sched.h>

#include <cstdint>
#include <thread>

#include "support/own_cores.hpp"
#include "support/random.hpp"
#include "system/process_status.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

// Binds the calling thread and restores the old binding. If the system refuses a binding, the thread stays unbound,
// which affects only the time.
class BoundTo {
 public:
  explicit BoundTo(const std::vector<int>& cores, int thread) {
    if (cores.empty() || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cores[static_cast<std::size_t>(thread)], &one);
    bound_ = sched_setaffinity(0, sizeof one, &one) == 0;
  }
  ~BoundTo() {
    if (bound_) sched_setaffinity(0, sizeof before_, &before_);
  }
  BoundTo(const BoundTo&) = delete;
  BoundTo& operator=(const BoundTo&) = delete;

 private:
  cpu_set_t before_{};
  bool bound_ = false;
};

}  // namespace

ThreadTeam::ThreadTeam(const Runtime& runtime, int threads) : threads_(threads) {
  if (threads == 1) return;
  const std::vector<int> cores = own_cores();
  // Ranks of a node with the same set of cores take turns in using these cores.
  const Communicator& world = runtime.world();
  std::uint64_t mine = 0;
  for (const int core : cores) mine = hash_append(mine, core);
  const std::vector<std::uint64_t> all = world.all_gather(mine);
  std::size_t first = 0;
  for (int rank = 0; rank < world.rank(); ++rank)
    if (runtime.node_of(rank) == runtime.node_of(world.rank()) && all[static_cast<std::size_t>(rank)] == mine)
      first += static_cast<std::size_t>(threads);
  if (cores.empty()) return;
  for (std::size_t t = first; t < first + static_cast<std::size_t>(threads); ++t)
    cores_.push_back(cores[t % cores.size()]);
}

void ThreadTeam::run(ThreadCalls& calls, const std::function<void(int thread)>& work) const {
  std::vector<std::jthread> others;
  for (int t = 1; t < threads_; ++t)
    others.emplace_back([&, t] {
      name_own_thread("worker");
      ProcessStatus::work_as(t);
      const BoundTo bound(cores_, t);
      work(t);
      calls.end();
    });
  const BoundTo bound(cores_, 0);
  work(0);
  calls.serve_until_ended(threads_ - 1);
}

}  // namespace fockproxy
