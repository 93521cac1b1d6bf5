// The contract of Mutex, tested with data that only the mutex protects. Collective; the result is the same on every
// rank.
#pragma once

#include <functional>

#include "contracts/violations.hpp"
#include "parallel/mutex.hpp"

namespace fockproxy::contracts {

// All ranks enter a critical section `rounds` times each. In it, a rank gets a number and puts back the number plus
// one. It also puts its own mark, stays for a while, and must find the mark unchanged. At the end the number must be
// the number of sections. Number and mark are in a window of this kind on rank 0, accessed by plain gets and puts.
// `stay`, if given, replaces the wait.
Violations check_mutex(const Communicator& comm, Mutex& mutex, WindowKind kind, int rounds,
                       const std::function<void()>& stay = {});

// A negative control: it locks out no rank.
class NoMutex : public Mutex {
 public:
  void lock() override {}
  void unlock() override {}
  Traffic traffic() const override { return {}; }
};

// check_mutex() with a NoMutex, for at least 2 ranks. It must find violations on every run, because the ranks meet
// inside the section.
Violations check_no_mutex(const Communicator& comm, WindowKind kind);

}  // namespace fockproxy::contracts
