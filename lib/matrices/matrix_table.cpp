// The table of matrices. A new backend needs one file with a make function, its declaration and its line here.
#include <vector>

#include "matrices/distributed_matrix.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/openshmem.hpp"
#include "support/error.hpp"

namespace fockproxy {

using MadeMatrix = std::unique_ptr<DistributedMatrix>;
MadeMatrix make_local_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
MadeMatrix make_rma_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
#if FOCKPROXY_WITH_GA
MadeMatrix make_ga_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
#endif
#if FOCKPROXY_WITH_OPENSHMEM
MadeMatrix make_shmem_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
#else
constexpr MadeMatrix (*make_shmem_matrix)(const MatrixContext&, const BlockLayout&, std::string_view) = nullptr;
#endif

std::span<const MatrixEntry> matrix_table() {
  static const std::vector<MatrixEntry> table = {
      {.name = "local",
       .summary = "plain memory of one rank",
       .max_ranks = 1,
       .no_prefetch = "its blocks are in the rank's own memory: there is nothing to wait for",
       .no_device = "the host copies its blocks",
       .make = make_local_matrix},
      {.name = "rma",
       .summary = "MPI windows: MPI_Get and MPI_Accumulate",
       .has_windows = true,
       .make = make_rma_matrix},
      {.name = "ga",
       .summary = "Global Arrays: NGA_Get and NGA_Acc",
       .needs_global_arrays = true,
       .no_device = "Global Arrays takes buffers of the host",
#if FOCKPROXY_WITH_GA
       .make = make_ga_matrix
#else
       .make = {},
       .unsupported = without_global_arrays
#endif
      },
      {.name = "shmem",
       .summary = "OpenSHMEM: gets; doubles are added under a lock of the block, integers by atomics",
       .needs_openshmem = true,
       .no_device = "the host adds to its blocks, and gets are to its memory",
       .make = make_shmem_matrix,
       .unsupported = without_openshmem()},
  };
  return table;
}

const MatrixEntry& look_up(Type<MatrixEntry>, std::string_view name) {
  return entry_of(matrix_table(), "matrix", name);
}

const MatrixEntry& find_matrix(std::string_view name) {
  return supported(look_up(Type<MatrixEntry>{}, name), "matrix");
}

}  // namespace fockproxy
