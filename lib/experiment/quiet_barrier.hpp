// Waiting without spinning, so that ranks that have nothing to do leave the cores to those that have.
#pragma once

#include "parallel/communicator.hpp"

namespace fockproxy {

// Collective. A barrier whose waiting ranks sleep between tests (and make progress only in these): late by up to
// `nap_seconds`.
void quiet_barrier(const Communicator& comm, double nap_seconds = 1e-3);

}  // namespace fockproxy
