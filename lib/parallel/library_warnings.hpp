// Start-up warnings of MPI and ARMCI that do not concern this job, or that the program has checked.
#pragma once

#include <string>
#include <vector>

#include "parallel/launcher.hpp"

namespace fockproxy {

// A variable of the environment that keeps an MPI library silent, to set before MPI starts, and what it would say.
struct QuietSetting {
  std::string variable;
  std::string value;
  std::string instead_of;
};

// What Open MPI 5 says although nothing is wrong; empty for other MPIs. A setting is left out if the user chooses what
// it concerns. Local. `mpi_library` is the text of MPI_Get_library_version. `rdma_devices` says whether this host has
// network devices for RDMA (has_rdma_devices).
// - On each rank, that there is no "reachable pairing between local and remote interfaces". Its component for routes
//   over TCP finds none from a host with IPv6 addresses to itself (open-mpi/ompi issue 14079), and ranks of one host do
//   not use TCP. The setting selects another component, which Open MPI uses by itself if the first one is missing. With
//   several hosts a missing route is a fault, so nothing is set.
// - On each rank and for each window, "OSC UCX component priority set inside component query failed" where UCX is
//   installed and finds no network that it can use for windows (open-mpi/ompi issue 14086). The setting switches
//   messages about UCX off, so it is for hosts without devices for RDMA.
std::vector<QuietSetting> quiet_settings(const Environment& environment, const std::string& mpi_library,
                                         bool rdma_devices);

// Whether this host has network devices for RDMA (InfiniBand, RoCE and the like), as Linux lists them. Local.
bool has_rdma_devices();

// Records the output of C code of this process to `stderr` while the object exists. The output itself is immediate and
// unchanged. Only one object may exist at a time, and no other thread may print through the C library. Records nothing
// with a C library other than glibc.
class HeardOnStderr {
 public:
  HeardOnStderr();
  ~HeardOnStderr();
  HeardOnStderr(const HeardOnStderr&) = delete;
  HeardOnStderr& operator=(const HeardOnStderr&) = delete;

  std::string text() const;  // local
};

}  // namespace fockproxy
