// The threads of a rank that work together.
#pragma once

#include <functional>
#include <vector>

#include "parallel/runtime.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// Thread 0 is the thread of the caller. During the work each thread is bound to one core of the rank. Ranks of a node
// with the same set of cores divide these cores; if there are too few, several threads share a core. Collective
// construction.
class ThreadTeam {
 public:
  ThreadTeam(const Runtime& runtime, int threads);  // at least 1; a single thread is not bound

  int size() const { return threads_; }

  // Calls work(t) in every thread t and returns after all have returned. The threads make their calls to MPI through
  // `calls`. Local. An exception in a thread other than 0 ends the job.
  void run(ThreadCalls& calls, const std::function<void(int thread)>& work) const;

 private:
  int threads_;
  std::vector<int> cores_;  // by thread; empty: no thread is bound
};

}  // namespace fockproxy
