// What an MPI library reports about itself: settings and properties of windows. Its behaviour is measured elsewhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "finder/mpi_library.hpp"
#include "parallel/named_value.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

// The text of MPI_Get_library_version. Local; needs no MPI.
std::string mpi_library_text();

// The lines of MPI_Get_library_version as name and value ("MPICH Device", "ch4:ucx"); a line without a colon has no
// name. Local; needs no MPI.
std::vector<NamedValue> mpi_library_description();

// The version of the MPI standard that the library supports, and the version of mpi.h: "3.1". Local; needs no MPI.
std::string mpi_library_standard();
std::string mpi_header_standard();

// The file that contains the MPI functions of this program. The dynamic linker found it at the start, and it may differ
// from the file at link time. It is the program itself if that contains MPI. Local; needs no MPI.
std::string mpi_library_file();
// The standard ABI (MPI-5.0 chapter 20) for which this program was compiled, "1.0". The program then runs with each
// library with this ABI. Empty if the program was compiled for one library only. Local; needs no MPI.
std::string mpi_standard_abi();
// The binary interface for which this program was compiled. Local; needs no MPI.
Interface mpi_interface();

// Whether the library reports that its calls take addresses in the memory of NVIDIA's GPUs (MPIX_GPU_query_support of
// MPICH, MPIX_Query_cuda_support of Open MPI and others). Empty without these functions. Local, while MPI runs.
std::optional<bool> reported_cuda_support();
// Whether FOCKPROXY_CUDA_MPI=1 in the environment reports it in place of the library: some libraries support it and do
// not say so. Local; needs no MPI.
bool environment_reports_cuda_support();
// Whether the library or the environment reports it. Local, while MPI runs.
bool says_it_takes_cuda_memory();

// The MPI library that was found and the reason, "/usr/lib64/libmpi.so.40: mpiexec on the PATH is /usr/bin/mpiexec".
// Only in a package with one program per interface, in which app/front chooses the program; else empty. Local; needs no
// MPI.
std::string how_mpi_was_found();
// A message if the MPI library in this process is not the one that was found; else empty. Local; needs no MPI.
std::string other_mpi_than_found();

// The control variables (MPI_T, MPI-4.0 section 15.3.6) that choose transports, windows and progress: Open MPI's pml,
// mtl, btl, osc, ...; MPICH's MPIR_CVAR_CH4_..., ..._ASYNC_PROGRESS, .... The values are those in effect; with an empty
// value the library chooses. Local, while MPI runs.
std::vector<NamedValue> control_variables();
// Whether this variable is one of the few with the largest effect.
bool is_principal(const NamedValue& variable);

// The properties of a window of one kind, as MPI describes them. The behaviour may differ: see WindowKind.
struct WindowDescription {
  std::string refused;   // why there is no window, in MPI's words; empty if there is one
  std::string flavor;    // MPI_WIN_CREATE_FLAVOR: "create", "allocate", ...
  bool unified = false;  // MPI_WIN_MODEL
  // Whether this rank may load and store the segment of a neighbour (MPI_Win_shared_query, MPI-4.1 section 12.2.3). An
  // MPI before 4.1 may refuse the query although it uses shared memory.
  bool shared_query = false;
  std::vector<NamedValue> info;  // MPI_Win_get_info
};

// Collective; the result is the same on each rank as far as ranks agree. Does not throw: it returns errors in the
// result.
WindowDescription describe_window(const Communicator& comm, WindowKind kind);

}  // namespace fockproxy
