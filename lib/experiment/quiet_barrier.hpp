// A barrier without spinning, so that ranks without work leave the cores to ranks with work.
#pragma once

#include "parallel/communicator.hpp"

namespace fockproxy {

// Collective. Waiting ranks sleep between tests, and make progress only in the tests. It may return up to `nap_seconds`
// late.
void quiet_barrier(const Communicator& comm, double nap_seconds = 1e-3);

}  // namespace fockproxy
