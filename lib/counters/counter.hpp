// The shared counter: the one thing every backend of this folder provides.
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

// A linearizable 64-bit fetch-and-add shared by all ranks. A new one stands at 0.
class Counter {
 public:
  virtual ~Counter() = default;  // collective

  // Adds n >= 1 and returns the value before. Local (one-sided); not thread-safe. Throws UsageError for an n the
  // backend cannot add exactly.
  virtual std::int64_t fetch_add(std::int64_t n) = 0;

  // May several threads of a rank be in fetch_add() at a time, where MPI has the level multiple? Then what each draw
  // moves, bytes; 0: one at a time must. Constant.
  virtual std::int64_t bytes_of_concurrent_draw() const { return 0; }

  // Sets the value on all ranks. Collective: waits for every earlier draw, and nobody draws before it is done. Where
  // ranks have drawn since the last reset, every rank must have called finish().
  virtual void reset(std::int64_t start) = 0;

  // This rank draws no more until the next reset. Local; called once per reset on every rank, also by one that never
  // drew. A rank that serves the others (draws() is false) does so in here, and returns when all of them have finished.
  virtual void finish() {}

  // A draw in two halves, so that it can travel while its rank computes. At most one is under way, and until it is
  // finished this rank makes no other draw. Local; only where can_start().
  virtual bool can_start() const { return false; }
  virtual void start_fetch_add(std::int64_t n);
  virtual std::int64_t finish_fetch_add();
  // Had the value of the last finish_fetch_add() already arrived when that was called? If not, the draw did not move
  // while this rank computed.
  virtual bool had_arrived() const { return false; }

  // Local, constant over the counter's life.
  virtual bool draws() const { return true; }  // false: this rank serves, and does no work
  virtual int home_rank() const { return 0; }  // who holds the value: the target of a draw

  // Local: what this rank's draws have cost over the counter's life. A compare-and-swap that lost its race and the
  // messages of a mutex count; a library that hides its own (Global Arrays, ARMCI) counts one operation per draw.
  virtual Traffic traffic() const = 0;
};

struct CounterContext {
  const Runtime& runtime;
  WindowKind window = WindowKind::allocate;
  // Called by a rank that serves, at every request: it has no other sign of life to give. May be empty. Local.
  std::function<void()> heartbeat = {};
};

// One line of the table of names: --help, `fockproxy info`, contract tests and sweeps all read it.
struct CounterEntry {
  std::string_view name;
  std::string_view summary;
  bool needs_global_arrays = false;
  bool has_windows = true;               // does CounterContext::window change anything?
  int thread_level = MPI_THREAD_SINGLE;  // that the counter itself needs, beside its progress strategy
  int min_ranks = 1;                     // `make` throws UsageError below it
  std::string_view no_prefetch = "";     // why a draw cannot be made in two halves; empty: can_start() where it draws
  std::string_view progress = "none";    // the progress strategy that belongs to the name (helper: "helper-block")
  std::function<std::unique_ptr<Counter>(const CounterContext&)> make;  // collective; empty: not in this build
  std::string_view unsupported = "";                                    // why `make` is empty
};

std::span<const CounterEntry> counter_table();
const CounterEntry& look_up(Type<CounterEntry>, std::string_view name);  // throws UsageError listing the known names
// The same, also refusing what this build lacks: "UNSUPPORTED: reason". Local.
const CounterEntry& find_counter(std::string_view name);

}  // namespace fockproxy
