// What an MPI library reports about itself: settings and properties of windows. Its behaviour is measured elsewhere.
#pragma once

#include <string>
#include <vector>

#include "finder/mpi_library.hpp"
#include "parallel/named_value.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

// Local; needs no MPI. Lines of MPI_Get_library_version as name and value ("MPICH Device", "ch4:ucx"); a line without a
// colon has no name.
std::vector<NamedValue> mpi_library_description();

// The MPI standard that the library keeps and the one that mpi.h was written for: "3.1". Local; needs no MPI.
std::string mpi_library_standard();
std::string mpi_header_standard();

// Local; needs no MPI. The file that answers this program's MPI calls: what the dynamic linker found at the start,
// which may differ from what the program was linked with; the program itself if it contains MPI.
std::string mpi_library_file();
// The standard ABI (MPI-5.0 chapter 20) that this program was compiled for, "1.0": each library with this ABI can then
// run it. Empty if the program was compiled for one library alone. Local; needs no MPI.
std::string mpi_standard_abi();
// The binary interface that this program was compiled for. Local; needs no MPI.
Interface mpi_interface();

// In a package with a program for each interface, started by what chooses between them (app/front): the library that
// was found and why, "/usr/lib64/libmpi.so.40: mpiexec on the PATH is /usr/bin/mpiexec". Empty elsewhere. Local; needs
// no MPI.
std::string how_mpi_was_found();
// What is wrong where that library is not the one in this process; empty where all is well. Local; needs no MPI.
std::string other_mpi_than_found();

// Local, MPI running. The control variables (MPI_T, MPI-4.0 section 15.3.6) that choose transports, windows and
// progress: Open MPI's pml, mtl, btl, osc, ...; MPICH's MPIR_CVAR_CH4_..., ..._ASYNC_PROGRESS, .... Values are those in
// force; an empty one leaves the choice to the library.
std::vector<NamedValue> control_variables();
// The few of them with the largest effect.
bool is_principal(const NamedValue& variable);

// Properties of a window of a kind, as MPI describes it. Behaviour may differ: see WindowKind.
struct WindowDescription {
  std::string refused;   // why there is none, in MPI's words; empty otherwise
  std::string flavor;    // MPI_WIN_CREATE_FLAVOR: "create", "allocate", ...
  bool unified = false;  // MPI_WIN_MODEL
  // Whether this rank may load and store a neighbour's segment (MPI_Win_shared_query, MPI-4.1 section 12.2.3). An MPI
  // before 4.1 may refuse the query although it uses shared memory.
  bool shared_query = false;
  std::vector<NamedValue> info;  // MPI_Win_get_info
};

// Collective; the result is the same on each rank as far as ranks agree. Returns errors and never throws them.
WindowDescription describe_window(const Communicator& comm, WindowKind kind);

}  // namespace fockproxy
