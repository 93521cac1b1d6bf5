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
  virtual ~Mutex() = default;  // collective; no rank may hold the mutex

  // Local. Waits inside MPI until this rank holds the mutex.
  virtual void lock() = 0;
  virtual void unlock() = 0;  // local; only the rank that holds the mutex may call it

  // Local. The traffic of this rank's locks and unlocks. The reads of its own memory during a wait count as one.
  virtual Traffic traffic() const = 0;
};

struct MutexEntry {
  std::string_view name;
  std::string_view summary;
  // Collective; `comm` must outlive the mutex. Throws UsageError if this MPI refuses windows of the kind.
  std::function<std::unique_ptr<Mutex>(const Communicator& comm, const WindowChoice& choice)> make;
};

// Collective. queueing: Latham, Ross & Thakur (2007), with MPI-2 calls only; mcs: Mellor-Crummey & Scott (1991) on
// MPI-3 atomics.
std::unique_ptr<Mutex> make_queueing_mutex(const Communicator& comm, const WindowChoice& choice);
std::unique_ptr<Mutex> make_mcs_mutex(const Communicator& comm, const WindowChoice& choice);
std::span<const MutexEntry> mutex_table();

}  // namespace fockproxy
