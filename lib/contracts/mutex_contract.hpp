// The contract of Mutex, held against a canary that nothing but the mutex protects. Collective; the result is the same
// on every rank.
#pragma once

#include <functional>

#include "contracts/violations.hpp"
#include "parallel/mutex.hpp"

namespace fockproxy::contracts {

// `rounds` times each, all ranks at once, in a critical section: get a number, put it back plus one, leave one's own
// mark, stay a while, find the mark untouched. In the end the number is the number of sections. Numbers and marks lie
// in a window of rank 0 of this kind, reached by plain gets and puts. `stay`, when given, replaces the while.
Violations check_mutex(const Communicator& comm, Mutex& mutex, WindowKind kind, int rounds,
                       const std::function<void()>& stay = {});

// A negative control: locks nobody out.
class NoMutex : public Mutex {
 public:
  void lock() override {}
  void unlock() override {}
  Traffic traffic() const override { return {}; }
};

// check_mutex of a NoMutex, for at least 2 ranks: must find violations, and does so on every run, since the ranks meet
// inside the section.
Violations check_no_mutex(const Communicator& comm, WindowKind kind);

}  // namespace fockproxy::contracts
