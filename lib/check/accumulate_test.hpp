// Accumulates as real programs use them: beside puts, in place of puts and gets, and large ones.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

// lost: rank 0 leaves out one transfer; a negative control.
enum class AccumulateFault { none, lost };

// Each function is collective and returns the same result on every rank.

// All ranks add to some words, and one rank puts the words between them, of 4 and of 8 bytes. Neither may change the
// other.
contracts::Violations check_beside_put(const CheckContext& context, WindowKind kind, AccumulateFault fault);

// MPI_Accumulate with MPI_REPLACE and MPI_Get_accumulate with MPI_NO_OP must move the same data as MPI_Put and MPI_Get:
// bytes and doubles, contiguous and by datatypes, from unaligned addresses.
contracts::Violations check_put_by_accumulate(const CheckContext& context, WindowKind kind, AccumulateFault fault);

// Sums of 73 kB to 8 MB in one call, contiguous and by a datatype with gaps.
contracts::Violations check_large_accumulates(const CheckContext& context, WindowKind kind, AccumulateFault fault);

}  // namespace fockproxy::check
