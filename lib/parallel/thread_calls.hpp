// Which of the threads of a rank call MPI and Global Arrays (MPI-4.0 section 11.6): the levels of MPI as disciplines.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "support/choice.hpp"

namespace fockproxy {

// What is to be called, without owning it: valid while the callable lives.
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

// One per rank, shared by its threads. Thread 0 is the one that made it: MPI's main thread.
class ThreadCalls {
 public:
  virtual ~ThreadCalls() = default;

  // Local, thread-safe: runs `work`, which calls MPI, as the discipline wants it, and returns when it has run. Never
  // from inside such work. What it throws ends the job unless thread 0 runs it.
  virtual void call(CallRef work) = 0;
  // In the midst of something else: thread 0 runs what other threads have asked for; in those nothing happens.
  virtual void turn() {}
  virtual bool takes_turns() const { return false; }  // constant: does turn() do anything?
  // The last call of every thread but thread 0; and of thread 0, which runs what is asked for until `others` threads
  // have ended.
  virtual void end() {}
  virtual void serve_until_ended(int /*others*/) {}
};

// One line of the table of names.
struct ThreadCallsEntry {
  std::string_view name;
  std::string_view summary;
  int thread_level;                        // of MPI
  bool at_once = false;                    // several threads may be inside MPI together
  std::unique_ptr<ThreadCalls> (*make)();  // local, in thread 0
};

std::span<const ThreadCallsEntry> thread_calls_table();
const ThreadCallsEntry& look_up(Type<ThreadCallsEntry>, std::string_view name);  // throws UsageError

}  // namespace fockproxy
