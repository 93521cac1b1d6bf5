// Windows at the edges of what MPI promises: bases of any alignment, displacements of any size.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

enum class WindowFault {
  none,
  rounded,  // every operation aims at the base rounded down to 16 bytes
  cut       // every displacement is cut to 32 bits
};

// MPI_Win_create over memory that begins `shift` bytes into a page, a multiple of 4: which operations on words of 4
// bytes reach other memory than the segment's word, or fetch another value ("MPI_Put", ...). Collective; the same on
// every rank.
std::vector<std::string> misplaced_operations(const CheckContext& context, std::size_t shift,
                                              WindowFault fault = WindowFault::none);

// Put, get, accumulate and fetch-and-op beyond 4 GiB of a segment of rank 0, contiguous and by a datatype that reaches
// from its begin to there. Collective; the same on every rank. Throws AgreedUsageError where a host has too little
// memory or MPI refuses.
contracts::Violations check_far(const CheckContext& context, WindowFault fault = WindowFault::none);

}  // namespace fockproxy::check
