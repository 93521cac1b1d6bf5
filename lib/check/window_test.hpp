// Windows at the limits of what MPI allows: bases of any alignment, and large displacements.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

enum class WindowFault {
  none,
  rounded,  // every operation uses the base rounded down to 16 bytes
  cut       // every displacement is truncated to 32 bits
};

// Tests MPI_Win_create over memory that begins `shift` bytes after the start of a page, a multiple of 4. Returns the
// operations on words of 4 bytes ("MPI_Put", ...) that access other memory than the right word or fetch a wrong value.
// Collective; the same on every rank.
std::vector<std::string> misplaced_operations(const CheckContext& context, std::size_t shift,
                                              WindowFault fault = WindowFault::none);

// Put, get, accumulate and fetch-and-op beyond 4 GiB of a segment of rank 0, contiguous and by a datatype that extends
// from its beginning to that place. Collective; the same on every rank. Throws AgreedUsageError if a host has too
// little memory or MPI refuses.
contracts::Violations check_far(const CheckContext& context, WindowFault fault = WindowFault::none);

}  // namespace fockproxy::check
