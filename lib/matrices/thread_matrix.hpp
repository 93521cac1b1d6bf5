// A distributed matrix for several threads of a rank.
#pragma once

#include "matrices/forwarding_matrix.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// Moves blocks as the discipline of the threads says; get() and accumulate() are then thread-safe, where the matrix's
// own are or the discipline lets one thread in at a time. All else is thread 0's alone. `calls` must outlive it.
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
