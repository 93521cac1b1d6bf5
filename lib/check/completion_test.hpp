// Calls that complete the operations to all targets at once. The test provokes a return that is too early: hundreds of
// transfers to every rank, one late rank, and an immediate check of fetched words.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

enum class CompleteAll { flush_all, flush_local_all, unlock_all, flush_by_target };
enum class CompletionFault {
  none,
  late_get,  // one get of rank 0 begins only when it should be complete
  late_put   // the same for a put, whose buffer has new contents by then
};

struct CompletionResult {
  contracts::Violations found;  // the same on every rank
  int rounds = 0;               // the number of rounds, up to the first violation
};

// Runs gets and puts alternately (with late_put, puts alone), until a violation, `most_rounds` rounds or `seconds`
// seconds. Collective; the same result on every rank.
CompletionResult check_completion_of_all(const CheckContext& context, WindowKind kind, CompleteAll by, int most_rounds,
                                         double seconds, CompletionFault fault = CompletionFault::none);

}  // namespace fockproxy::check
