// What everything collective runs in.
#pragma once

#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy {

// The processes, and who watches that they move. Both outlive whoever holds one.
struct Session {
  const Runtime& runtime;
  Watchdog& watchdog;

  const Communicator& world() const { return runtime.world(); }
};

}  // namespace fockproxy
