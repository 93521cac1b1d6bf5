// The objects that all collective operations of the program need.
#pragma once

#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy {

// The runtime, and the watchdog that detects stalls. Both must outlive each object that holds a session.
struct Session {
  const Runtime& runtime;
  Watchdog& watchdog;

  const Communicator& world() const { return runtime.world(); }
};

}  // namespace fockproxy
