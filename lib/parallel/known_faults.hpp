// Faults of MPI libraries that no test inside the program can find, because they end the process or hold it
// for ever.
#pragma once

#include <functional>
#include <string>

#include "parallel/window.hpp"

namespace fockproxy {

// Why MPI_Compare_and_swap may not be called, "" when nothing is known against it. In Open MPI 4.0 and 4.1 the
// component osc/rdma crashes in it (or its target does, in whatever MPI call comes next) between processes of one node,
// where it emulates the atomic through btl/vader: open-mpi/ompi issues 7027, 7967 and 11349. A user who steers the
// components away from that (OMPI_MCA_osc without rdma, or OMPI_MCA_btl without vader) is believed. Local.
// `mpi_library` is the text of MPI_Get_library_version, `environment` is like std::getenv.
std::string compare_and_swap_fault(const std::string& mpi_library,
                                   const std::function<const char*(const char*)>& environment);

// Throws UsageError where compare_and_swap_fault() applies to this window: Open MPI names the windows of osc/rdma so,
// and takes another component on one rank. Local, the same on every rank.
void require_compare_and_swap(const Window& window);

// What is wrong with MPI_Finalize between hosts, "" when nothing is known. Under ch4:ucx of MPICH 4.0 and 4.1 a rank
// that has closed its own connections waits in a barrier of the launcher and no longer answers the others, whose own
// closing then may never end (pmodels/mpich pull request 6596): of programs that do nothing but send a number round
// three hosts, nine in ten hang there. Local. `mpi_library` is the whole text of MPI_Get_library_version.
std::string finalize_fault(const std::string& mpi_library);

}  // namespace fockproxy
