// The size of the symmetric heap of OpenSHMEM, which the environment fixes before the start.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parallel/launcher.hpp"

namespace fockproxy {

// The variable of the standard (OpenSHMEM 1.5 chapter 8), and the name that every version of Open MPI reads. Open MPI 4
// does not read the standard's variable.
inline constexpr const char* heap_variable = "SHMEM_SYMMETRIC_SIZE";
inline constexpr const char* heap_variable_of_open_mpi = "SMA_SYMMETRIC_SIZE";

// What the environment says of the heap.
struct SymmetricHeapSize {
  std::int64_t bytes;  // of the heap of each rank
  std::string text;    // the value of the variables; empty if none is set
};

// Local. The size that the variables give, in whole huge pages of 2 MB, or the default of Open MPI, 256 MB (info.c and
// memheap_base_select.c of Open MPI 4.1). Throws UsageError for a text that Open MPI does not read, and for variables
// that contradict each other: Open MPI ends the process in both cases.
SymmetricHeapSize symmetric_heap_size(const Environment& environment);

// Local. The error for an allocation of `bytes` that does not fit: which object, how much is left, and a size that
// suffices for two such objects.
std::string symmetric_heap_error(std::string_view object, std::int64_t bytes, std::int64_t in_use, std::int64_t heap);

}  // namespace fockproxy
