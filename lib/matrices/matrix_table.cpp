// The table of matrices. A new backend: one file with a make function, its declaration and its line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "matrices/distributed_matrix.hpp"
#include "parallel/global_arrays.hpp"
#include "support/error.hpp"

namespace fockproxy {

using MadeMatrix = std::unique_ptr<DistributedMatrix>;
MadeMatrix make_local_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
MadeMatrix make_rma_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
#if FOCKPROXY_WITH_GA
MadeMatrix make_ga_matrix(const MatrixContext&, const BlockLayout&, std::string_view label);
#endif

std::span<const MatrixEntry> matrix_table() {
  static const std::vector<MatrixEntry> table = {
      {.name = "local",
       .summary = "plain memory of one rank",
       .max_ranks = 1,
       .no_prefetch = "its blocks are in the rank's own memory: there is nothing to wait for",
       .make = make_local_matrix},
      {.name = "rma",
       .summary = "MPI windows: MPI_Get and MPI_Accumulate",
       .has_windows = true,
       .make = make_rma_matrix},
      {.name = "ga",
       .summary = "Global Arrays: NGA_Get and NGA_Acc",
       .needs_global_arrays = true,
#if FOCKPROXY_WITH_GA
       .make = make_ga_matrix
#else
       .make = {},
       .unsupported = without_global_arrays
#endif
      },
  };
  return table;
}

const MatrixEntry& find_matrix(std::string_view name) {
  std::vector<std::string_view> known;
  for (const MatrixEntry& entry : matrix_table()) {
    if (entry.name != name) {
      known.push_back(entry.name);
      continue;
    }
    if (!entry.make) throw AgreedUsageError(fmt::format("matrix {}: UNSUPPORTED: {}", name, entry.unsupported));
    return entry;
  }
  throw AgreedUsageError(fmt::format("unknown matrix '{}'; known: {}", name, fmt::join(known, ", ")));
}

}  // namespace fockproxy
