#include "counters/ticket_runs.hpp"

#include "parallel/known_faults.hpp"

namespace fockproxy {

TicketRuns::TicketRuns(const Communicator& comm, const WindowChoice& choice)
    : window_(comm, sizeof(std::uint64_t), {.kind = choice, .accumulates = Accumulates{.operators = "cswap"}}) {
  require_compare_and_swap(window_);
}

void TicketRuns::set_own(TicketRun run) {
  const int own = comm().rank();
  TicketRuns::compare_and_swap(own, look(own), run);
}

TicketRun TicketRuns::compare_and_swap(int rank, TicketRun expected, TicketRun desired) {
  const std::uint64_t compare = expected.packed(), replace = desired.packed();
  std::uint64_t found = 0;
  const Window::Place place = window_.at(rank);
  check_mpi(MPI_Compare_and_swap(&replace, &compare, &found, MPI_UINT64_T, place.rank, place.byte, window_.handle()),
            "MPI_Compare_and_swap");
  check_mpi(MPI_Win_flush(place.rank, window_.handle()), "MPI_Win_flush");
  return TicketRun::unpacked(found);
}

}  // namespace fockproxy
