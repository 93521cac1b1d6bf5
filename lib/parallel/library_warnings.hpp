// What MPI and ARMCI warn of on the terminal while they start, where it does not concern this job or was looked into.
#pragma once

#include <string>

#include "parallel/launcher.hpp"

namespace fockproxy {

// What keeps Open MPI 5 from warning, in every rank, that it found no "reachable pairing between local and remote
// interfaces": the part of it that looks for ways over TCP finds none from a host with IPv6 addresses to itself
// (open-mpi/ompi issue 14079), and ranks of one host do not use TCP. The setting has another part look, as Open MPI
// does by itself where the first one is missing. Empty for other MPIs, where there are several hosts (there a missing
// way is a fault), and where the user steers the transports. Local; before MPI starts. `mpi_library` is the text of
// MPI_Get_library_version.
inline constexpr const char* reachable_variable = "OMPI_MCA_reachable";
std::string reachable_setting(const Environment& environment, const std::string& mpi_library);

// While one of these lives, what C code of this process prints on `stderr` is remembered besides; it is printed at
// once and unchanged. One at a time, while no other thread prints by C's library. With another C library than glibc
// nothing is heard.
class HeardOnStderr {
 public:
  HeardOnStderr();
  ~HeardOnStderr();
  HeardOnStderr(const HeardOnStderr&) = delete;
  HeardOnStderr& operator=(const HeardOnStderr&) = delete;

  std::string text() const;  // local
};

}  // namespace fockproxy
