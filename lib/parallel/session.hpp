// What everything collective runs in.
#pragma once

#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy {

// The runtime, and the watchdog that detects stalls. Both must outlive each holder of a session.
struct Session {
  const Runtime& runtime;
  Watchdog& watchdog;

  const Communicator& world() const { return runtime.world(); }
};

}  // namespace fockproxy
