// Sums the copies of a matrix over the ranks.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "gsum/global_sum.hpp"

namespace fockproxy {

// How whole matrices are summed.
struct MatrixSumOptions {
  // Not set: the fastest methods of `fockproxy gsum` on Open MPI and MPICH. These are MPI_Allreduce below 64 kB, and
  // node-shared memory from 64 kB up.
  std::optional<Choice<GlobalSumEntry>> method = {};
  std::size_t chunk = std::size_t{1} << 17;  // doubles; matters between nodes
};
inline constexpr std::size_t small_sum = 8192;  // doubles

// A sum of doubles or 64-bit integers over the ranks. The object that sums is made at the first sum and kept, because
// most methods have their own memory or windows. Collective; not thread-safe.
template <class T>
class MatrixSum {
 public:
  MatrixSum(const Runtime& runtime, const MatrixSumOptions& options, const WindowChoice& window)
      : runtime_(runtime), options_(options), window_(window) {}

  // Replaces `full` by its sum over the ranks. Its size must be the same on every rank and in every call. If this MPI
  // refuses the memory or window of the method, MPI_Allreduce computes the sum. Throws FalsePromise if an info key of
  // the window would be false.
  void sum(std::span<T> full);

 private:
  const Runtime& runtime_;
  MatrixSumOptions options_;
  WindowChoice window_;
  std::unique_ptr<GlobalSumOf<T>> sum_;
};

}  // namespace fockproxy
