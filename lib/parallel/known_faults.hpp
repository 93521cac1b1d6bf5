// Faults of MPI libraries that no test inside the program can detect, because they end the process or make it
// hang.
#pragma once

#include <functional>
#include <string>

#include "parallel/window.hpp"

namespace fockproxy {

// The reason not to call MPI_Compare_and_swap of 8 bytes; "" if none is known. In Open MPI 4.0 and 4.1 it crashes in
// osc/rdma between processes of one node, or the target crashes in its next MPI call; 4 bytes work. The fault occurs if
// osc/rdma emulates the atomic through btl/vader: open-mpi/ompi issues 7027, 7967 and 11349. Returns "" if the user
// selects other components (OMPI_MCA_osc without rdma, or OMPI_MCA_btl without vader). Local. `mpi_library` is the text
// of MPI_Get_library_version, `environment` is like std::getenv.
std::string compare_and_swap_fault(const std::string& mpi_library,
                                   const std::function<const char*(const char*)>& environment);

// Throws UsageError if compare_and_swap_fault() applies to this window. Open MPI shows osc/rdma in the name of its
// windows, and takes another component on one rank. Local, the same on every rank.
void require_compare_and_swap(const Window& window);

// The fault of MPI_Finalize between hosts; "" if none is known. With ch4:ucx of MPICH 4.0 and 4.1, a rank that has
// closed its connections waits in a barrier of the launcher and no longer answers the other ranks. These may then never
// finish closing their connections (pmodels/mpich pull request 6596). Nine of ten programs that only send a number
// around three hosts hang there. Local. `mpi_library` is the whole text of MPI_Get_library_version.
std::string finalize_fault(const std::string& mpi_library);

}  // namespace fockproxy
