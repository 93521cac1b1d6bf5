// The threads of a rank, at work together.
#pragma once

#include <functional>
#include <vector>

#include "parallel/runtime.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// Thread 0 is the caller's. While they work, each thread is bound to one of the cores that the rank has: ranks that are
// bound to the same cores share them out, as far as there are enough. Collective construction.
class ThreadTeam {
 public:
  ThreadTeam(const Runtime& runtime, int threads);  // at least 1; one thread stays where it is

  int size() const { return threads_; }

  // work(t) in every thread t, calls to MPI by `calls`; returns when all have returned. Local. An exception in a thread
  // other than 0 ends the job.
  void run(ThreadCalls& calls, const std::function<void(int thread)>& work) const;

 private:
  int threads_;
  std::vector<int> cores_;  // by thread; empty: nobody is bound
};

}  // namespace fockproxy
