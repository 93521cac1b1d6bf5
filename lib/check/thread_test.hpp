// Several threads of every rank in one-sided calls on the same window at once.
#pragma once

#include "check/check_row.hpp"

namespace fockproxy::check {

// lost: one accumulate of rank 0 is left out; a negative control.
enum class ThreadFault { none, lost };

// Each thread draws from every rank's counter, adds to every rank's sum, and puts and fetches words of its own.
// Collective; the same result on every rank. Needs MPI_THREAD_MULTIPLE.
contracts::Violations check_threads(const CheckContext& context, WindowKind kind,
                                    ThreadFault fault = ThreadFault::none);

}  // namespace fockproxy::check
