// Checks of Global Arrays and ARMCI. Each is collective and returns the same result on every rank.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

// In a build without Global Arrays each function throws UsageError with this reason.

// Patches across the borders of a two-dimensional array with pieces of unequal size: NGA_Put, NGA_Get, and NGA_Acc by
// all ranks at once, all with leading dimensions larger than the patch. Also NGA_Access of the own piece after GA_Sync.
contracts::Violations check_ga_patches(const CheckContext& context);
// NGA_Read_inc by all ranks at once: every value must occur exactly once.
contracts::Violations check_ga_read_inc(const CheckContext& context);
// 1 to 255 transfers in flight to the next rank: first of NGA_NbPut, then of the call. For accumulates, also to the own
// rank. As soon as NGA_NbWait returns, fetched blocks are checked and sent blocks are overwritten.
enum class NonBlocking { put, get, accumulate };
contracts::Violations check_ga_nonblocking(const CheckContext& context, NonBlocking call);
// ARMCI_PutS, ARMCI_GetS, and ARMCI_AccS by all ranks at once, with two levels of strides.
contracts::Violations check_armci_strided(const CheckContext& context);
// ARMCI_Rmw (ARMCI_FETCH_AND_ADD_LONG) by all ranks at once, with each rank in turn as the target.
contracts::Violations check_armci_rmw(const CheckContext& context);

// All ranks give the `count` values that they drew. Checks that each value from 0 occurs exactly once. Collective.
contracts::Violations each_once(const Communicator& comm, const std::vector<std::int64_t>& mine);

}  // namespace fockproxy::check
