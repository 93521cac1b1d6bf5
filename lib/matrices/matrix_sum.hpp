// The sum of whole matrices over ranks, as gather() needs it.
#pragma once

#include <memory>

#include "gsum/global_sum.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// How whole matrices are summed. The defaults are what `fockproxy gsum` found fastest from 64 kB up, on Open MPI and on
// MPICH, and never far from it below; chunks matter between nodes.
struct MatrixSumOptions {
  Choice<GlobalSumEntry> method = "node";
  std::size_t chunk = std::size_t{1} << 17;  // doubles
};

// Made at the first sum and kept: most methods have memory or windows of their own. Collective; not thread-safe.
class MatrixSum {
 public:
  MatrixSum(const Runtime& runtime, const MatrixSumOptions& options, WindowKind window)
      : runtime_(runtime), options_(options), window_(window) {}

  // Replaces `full` by its sum over the ranks. The same size on every rank, and in every call. Where this MPI refuses
  // what the method needs, MPI_Allreduce sums.
  void sum(Matrix& full);

 private:
  const Runtime& runtime_;
  MatrixSumOptions options_;
  WindowKind window_;
  std::unique_ptr<GlobalSum> sum_;
};

}  // namespace fockproxy
