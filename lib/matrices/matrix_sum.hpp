// The sum of copies of a matrix over ranks.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "gsum/global_sum.hpp"

namespace fockproxy {

// How whole matrices are summed.
struct MatrixSumOptions {
  // None: what `fockproxy gsum` found fastest on Open MPI and on MPICH: MPI_Allreduce below 64 kB, memory that the node
  // shares from there up.
  std::optional<Choice<GlobalSumEntry>> method = {};
  std::size_t chunk = std::size_t{1} << 17;  // doubles; matters between nodes
};
inline constexpr std::size_t small_sum = 8192;  // doubles

// A sum of doubles or 64-bit integers over the ranks. It is made at the first sum and kept, because most methods have
// memory or windows of their own. Collective; not thread-safe.
template <class T>
class MatrixSum {
 public:
  MatrixSum(const Runtime& runtime, const MatrixSumOptions& options, WindowKind window)
      : runtime_(runtime), options_(options), window_(window) {}

  // Replaces `full` by its sum over the ranks. The same size on every rank, and in every call. Where this MPI refuses
  // what the method needs, MPI_Allreduce sums.
  void sum(std::span<T> full);

 private:
  const Runtime& runtime_;
  MatrixSumOptions options_;
  WindowKind window_;
  std::unique_ptr<GlobalSumOf<T>> sum_;
};

}  // namespace fockproxy
