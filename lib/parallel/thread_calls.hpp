// Disciplines for the MPI and Global Arrays calls of the threads of a rank, by the thread levels of MPI (MPI-4.0
// section 11.6).
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "support/choice.hpp"

namespace fockproxy {

// A reference to a callable that it does not own. Valid while the callable lives.
class CallRef {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, CallRef>)
  CallRef(F&& f)
      : object_(const_cast<void*>(static_cast<const void*>(&f))),
        call_([](void* object) { (*static_cast<std::remove_reference_t<F>*>(object))(); }) {}
  void operator()() const { call_(object_); }

 private:
  void* object_;
  void (*call_)(void*);
};

// One object per rank, shared by its threads. Thread 0 is the thread that made it, the main thread of MPI.
class ThreadCalls {
 public:
  virtual ~ThreadCalls() = default;

  // Local, thread-safe. Runs `work`, which calls MPI, as the discipline requires, and returns after that. Do not call
  // it from inside `work`. An exception of `work` ends the job unless thread 0 runs `work`.
  virtual void call(CallRef work) = 0;
  // Called during a computation. Thread 0 runs the work that other threads have requested; in other threads it does
  // nothing.
  virtual void turn() {}
  virtual bool takes_turns() const { return false; }  // constant: does turn() do anything?
  // Each thread except thread 0 calls end() as its last call. Thread 0 calls serve_until_ended(), which runs requested
  // work until `others` threads have ended.
  virtual void end() {}
  virtual void serve_until_ended(int /*others*/) {}
};

// One line of the table of names.
struct ThreadCallsEntry {
  std::string_view name;
  std::string_view summary;
  int thread_level;                        // the level that MPI needs
  bool at_once = false;                    // several threads may be inside MPI at a time
  std::unique_ptr<ThreadCalls> (*make)();  // local; call it in thread 0
};

std::span<const ThreadCallsEntry> thread_calls_table();
const ThreadCallsEntry& look_up(Type<ThreadCallsEntry>, std::string_view name);  // throws UsageError

}  // namespace fockproxy
