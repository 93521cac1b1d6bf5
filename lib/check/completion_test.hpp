// Calls that complete what is in flight to all targets at once, under conditions in which a library may return too
// early: hundreds of transfers to every rank, one rank late, and what was fetched looked at at once.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

enum class CompleteAll { flush_all, flush_local_all, unlock_all, flush_by_target };
enum class CompletionFault {
  none,
  late  // one get of rank 0 begins only when it should have been complete
};

struct CompletionResult {
  contracts::Violations found;  // the same on every rank
  int rounds = 0;               // that were run, up to the first violation
};

// Gets and puts in turn, round after round until something is wrong, `most_rounds` are run or `seconds` are over.
// Collective; the same result on every rank.
CompletionResult check_completion_of_all(const CheckContext& context, WindowKind kind, CompleteAll by, int most_rounds,
                                         double seconds, CompletionFault fault = CompletionFault::none);

}  // namespace fockproxy::check
