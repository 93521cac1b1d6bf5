// The settings by which MPI libraries start progress threads of their own.
#pragma once

#include <string_view>
#include <vector>

#include "parallel/library_settings.hpp"

namespace fockproxy {

struct LibrarySwitches {
  std::vector<LibrarySetting> settings;  // empty: none is known
  int thread_level;                      // the MPI thread level without which the library starts no thread
};

// `mpi_library`: the text of MPI_Get_library_version. Settings without a value are not switched on, because they change
// more than progress; they are reported if the user has them. Local; needs no MPI.
//
// Sources: Intel MPI Developer Reference 2021.18, "Environment Variables for Asynchronous Progress Control" and "...
// for Multi-EP"; MPICH, src/mpi/init/init_async.c; Open MPI, opal/mca/btl/tcp, and open-mpi/ompi pull request 13088.
LibrarySwitches library_switches(std::string_view mpi_library);

}  // namespace fockproxy
