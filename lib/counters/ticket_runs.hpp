// The remaining runs of tickets of the ranks in work stealing, one word per rank in a window.
#pragma once

#include <cstdint>

#include "counters/stealing.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

// Collective construction and destruction. All words start empty. Throws UsageError if this MPI crashes in
// MPI_Compare_and_swap. The members are virtual for negative controls.
class TicketRuns {
 public:
  TicketRuns(const Communicator& comm, const WindowChoice& choice);
  virtual ~TicketRuns() = default;

  // Completed MPI_Compare_and_swap (MPI-4.0 section 12.3.4) on the word of `rank`. Returns the run before; it is
  // now `desired` if it was `expected`. All reads and changes of words use this call, also those of the owner, because
  // MPI libraries have faults when two kinds of calls use one address. Local.
  virtual TicketRun compare_and_swap(int rank, TicketRun expected, TicketRun desired);
  // Local. Call it only before the dealing, when no other rank accesses this rank's word.
  virtual void set_own(TicketRun run);

  static constexpr std::int64_t bytes_per_swap = 3 * sizeof(std::uint64_t);  // two operands and the result

 protected:
  TicketRun look(int rank) { return TicketRuns::compare_and_swap(rank, {}, {}); }  // empty becomes empty
  const Communicator& comm() const { return window_.comm(); }

 private:
  Window window_;
};

}  // namespace fockproxy
