// Accumulates in the company that real programs give them: beside puts, in place of puts and gets, and large.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

// lost: one transfer of rank 0 is left out; a negative control.
enum class AccumulateFault { none, lost };

// Each collective; the same result on every rank.

// Words that all ranks add to, between words that one rank puts, of 4 and of 8 bytes: neither changes the other.
contracts::Violations check_beside_put(const CheckContext& context, WindowKind kind, AccumulateFault fault);

// MPI_Accumulate with MPI_REPLACE and MPI_Get_accumulate with MPI_NO_OP move what MPI_Put and MPI_Get do, of bytes and
// of doubles, contiguous and by datatypes, from addresses that are no multiple of anything.
contracts::Violations check_put_by_accumulate(const CheckContext& context, WindowKind kind, AccumulateFault fault);

// Sums of 73 kB to 8 MB in one call, contiguous and by a datatype with gaps.
contracts::Violations check_large_accumulates(const CheckContext& context, WindowKind kind, AccumulateFault fault);

}  // namespace fockproxy::check
