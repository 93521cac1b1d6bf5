// The interface of shared counters. Each counter of this folder implements it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "parallel/runtime.hpp"
#include "parallel/traffic.hpp"
#include "parallel/window.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// A linearizable 64-bit fetch-and-add shared by all ranks. Its value is 0 after construction.
class Counter {
 public:
  virtual ~Counter() = default;  // collective

  // Adds n >= 1 and returns the value before. Local (one-sided); not thread-safe. Throws UsageError for an n the
  // backend cannot add exactly.
  virtual std::int64_t fetch_add(std::int64_t n) = 0;

  // The bytes that a draw moves, if several threads of a rank may call fetch_add() at a time under thread level
  // multiple. 0: only one thread may. Constant.
  virtual std::int64_t bytes_of_concurrent_draw() const { return 0; }

  // Sets the value for all ranks. Collective. It waits for every earlier draw, and no rank draws before it is complete.
  // If any rank has drawn since the last reset, every rank must have called finish().
  virtual void reset(std::int64_t start) = 0;

  // This rank draws no more until the next reset. Local. Every rank calls it once per reset, even if it never drew. A
  // rank that serves the others (draws() is false) answers their draws in this call. It returns when all other ranks
  // have called finish().
  virtual void finish() {}

  // A draw in two halves, so that it can be in flight while its rank computes. At most one draw is in flight, and the
  // rank makes no other draw before finish_fetch_add(). Local. Call them only if can_start() is true.
  virtual bool can_start() const { return false; }
  virtual void start_fetch_add(std::int64_t n);
  virtual std::int64_t finish_fetch_add();
  // Had the value already arrived when finish_fetch_add() was last called? If not, the draw was not complete before
  // this rank stopped computing.
  virtual bool had_arrived() const { return false; }

  // Local, constant over the counter's life.
  virtual bool draws() const { return true; }  // false: this rank serves the others and does no tasks
  virtual int home_rank() const { return 0; }  // the rank that holds the value, the target of a draw

  // The operations and bytes of this rank's draws since construction. Local. A compare-and-swap that failed and the
  // messages of a mutex count. Global Arrays and ARMCI hide their operations, so each of their draws counts as one.
  virtual Traffic traffic() const = 0;
};

struct CounterContext {
  const Runtime& runtime;
  WindowChoice window{};  // of the counter's windows
  // A rank that serves calls it at every request, because the watchdog sees no other progress of it. Local. May be
  // empty.
  std::function<void()> heartbeat = {};
};

// One line of the table of counters, which --help, `fockproxy info`, contract tests and sweeps read.
struct CounterEntry {
  std::string_view name;
  std::string_view summary;
  bool needs_global_arrays = false;
  bool needs_openshmem = false;
  bool has_windows = true;               // does CounterContext::window change anything?
  int thread_level = MPI_THREAD_SINGLE;  // that the counter itself needs, beside its progress strategy
  int min_ranks = 1;                     // with fewer ranks `make` throws UsageError
  std::string_view no_prefetch = "";     // why a draw cannot be made in two halves; empty: can_start() where it draws
  bool exclusive = false;                // a draw keeps all others out until it is complete
  bool word_a_rank = false;              // a draw reads a word of every rank
  std::string_view progress = "none";    // the progress strategy that belongs to the name (helper: "helper-block")
  std::function<std::unique_ptr<Counter>(const CounterContext&)> make;  // collective; empty: not in this build
  std::string_view unsupported = "";                                    // why `make` is empty
};

std::span<const CounterEntry> counter_table();
const CounterEntry& look_up(Type<CounterEntry>, std::string_view name);  // throws UsageError listing the known names
// As look_up(). Throws UsageError, "UNSUPPORTED: reason", also for a counter that this build lacks. Local.
const CounterEntry& find_counter(std::string_view name);

}  // namespace fockproxy
