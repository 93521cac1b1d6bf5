// What Global Arrays and ARMCI are held to. Collective; the same result on every rank.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

// In a build without Global Arrays each throws UsageError saying so.

// Patches across the borders of a ragged two-dimensional array: NGA_Put, NGA_Get, and NGA_Acc by all ranks at once, all
// with leading dimensions larger than the patch; NGA_Access of the own part after GA_Sync.
contracts::Violations check_ga_patches(const CheckContext& context);
// NGA_Read_inc by all ranks at once: every value exactly once.
contracts::Violations check_ga_read_inc(const CheckContext& context);
// 1 to 255 transfers in flight, to the next rank (accumulates: and to oneself): NGA_NbPut, and after it the call
// itself. Fetched blocks are looked at, and sent ones spoilt, as soon as NGA_NbWait returns.
enum class NonBlocking { put, get, accumulate };
contracts::Violations check_ga_nonblocking(const CheckContext& context, NonBlocking call);
// ARMCI_PutS, ARMCI_GetS, and ARMCI_AccS by all ranks at once, with two levels of strides.
contracts::Violations check_armci_strided(const CheckContext& context);
// ARMCI_Rmw (ARMCI_FETCH_AND_ADD_LONG) by all ranks at once, at every rank in turn.
contracts::Violations check_armci_rmw(const CheckContext& context);

// Values drawn by all ranks, `count` each: every one from 0 exactly once? Collective.
contracts::Violations each_once(const Communicator& comm, const std::vector<std::int64_t>& mine);

}  // namespace fockproxy::check
