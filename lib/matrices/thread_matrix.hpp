// A distributed matrix for several threads of a rank.
#pragma once

#include "matrices/forwarding_matrix.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// Moves blocks as the discipline of the threads requires. get() and accumulate() are thread-safe if those of the
// wrapped matrix are, or if the discipline lets one thread in at a time. Only thread 0 may call the other members.
// `calls` must outlive the matrix.
class ThreadMatrix final : public ForwardingMatrix {
 public:
  ThreadMatrix(std::unique_ptr<DistributedMatrix> matrix, ThreadCalls& calls)
      : ForwardingMatrix(std::move(matrix)), calls_(calls) {}

  void get(std::span<const BlockRead> reads) override {
    calls_.call([&] { ForwardingMatrix::get(reads); });
  }
  void accumulate(std::span<const BlockUpdate> updates) override {
    calls_.call([&] { ForwardingMatrix::accumulate(updates); });
  }
  bool can_start_get() const override { return false; }  // its two halves belong to one thread

 private:
  ThreadCalls& calls_;
};

}  // namespace fockproxy
