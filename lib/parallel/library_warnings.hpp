// Start-up warnings of MPI and ARMCI that do not concern this job, or that the program has checked.
#pragma once

#include <string>

#include "parallel/launcher.hpp"

namespace fockproxy {

// The setting that prevents a warning of Open MPI 5 on each rank, that it found no "reachable pairing between local and
// remote interfaces". Its component for routes over TCP finds none from a host with IPv6 addresses to itself
// (open-mpi/ompi issue 14079), and ranks of one host do not use TCP. The setting selects another component, which Open
// MPI uses by itself if the first one is missing.
// Empty for other MPIs, for several hosts (there a missing route is a fault), and if the user chooses the transports.
// Local; call it before MPI starts. `mpi_library` is the text of MPI_Get_library_version.
inline constexpr const char* reachable_variable = "OMPI_MCA_reachable";
std::string reachable_setting(const Environment& environment, const std::string& mpi_library);

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
