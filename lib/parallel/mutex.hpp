// Mutual exclusion among ranks by one-sided communication.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "parallel/communicator.hpp"
#include "parallel/traffic.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

// One mutex for all ranks. Not recursive, not thread-safe. RMA in a critical section must be complete at its target
// (flushed, or its epoch closed) before unlock().
class Mutex {
 public:
  virtual ~Mutex() = default;  // collective, while no rank holds it

  // Local. Returns when this rank holds the mutex; waits inside MPI.
  virtual void lock() = 0;
  virtual void unlock() = 0;  // local, by the rank that holds it

  // Local: the traffic of this rank's locks and unlocks. Reading its own memory while it waits counts once.
  virtual Traffic traffic() const = 0;
};

struct MutexEntry {
  std::string_view name;
  std::string_view summary;
  // Collective; `comm` must outlive the mutex. Throws UsageError where this MPI refuses windows of the kind.
  std::function<std::unique_ptr<Mutex>(const Communicator& comm, WindowKind kind)> make;
};

// queueing: Latham, Ross & Thakur (2007), MPI-2 calls alone; mcs: Mellor-Crummey & Scott (1991) on MPI-3 atomics.
std::unique_ptr<Mutex> make_queueing_mutex(const Communicator& comm, WindowKind kind);
std::unique_ptr<Mutex> make_mcs_mutex(const Communicator& comm, WindowKind kind);
std::span<const MutexEntry> mutex_table();

}  // namespace fockproxy
