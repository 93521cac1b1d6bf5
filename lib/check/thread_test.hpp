// Several threads of every rank make one-sided calls on the same window at once.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

// lost: rank 0 leaves out one accumulate; a negative control.
enum class ThreadFault { none, lost };

// Each thread draws from every rank's counter, adds to every rank's sum, and puts and fetches its own words.
// Collective; the same result on every rank. Needs MPI_THREAD_MULTIPLE.
contracts::Violations check_threads(const CheckContext& context, WindowKind kind,
                                    ThreadFault fault = ThreadFault::none);

}  // namespace fockproxy::check
