// Reads from a file, without loading it, which of the three binary interfaces of MPI it has.
#pragma once

#include <string>
#include <vector>

namespace fockproxy {

// Programs that were compiled for an interface run on every library that has it.
enum class Interface { mpich, openmpi, abi };
inline constexpr Interface all_interfaces[] = {Interface::mpich, Interface::openmpi, Interface::abi};

// "mpich", "openmpi", "abi"; in_words(), for messages: "MPICH's interface", ..., "the standard ABI of MPI 5.0".
const char* name_of(Interface interface);
const char* in_words(Interface interface);
// The file names of its libraries, the usual one first.
const std::vector<std::string>& file_names(Interface interface);

struct MpiLibrary {
  std::string file;
  std::string name;  // its DT_SONAME, which programs linked with it request from the dynamic linker
  Interface interface = Interface::mpich;
};

// Local. Throws UsageError with the fault: no such file, a symbolic link without target, no shared library, a library
// for other processors, or one without any of the interfaces.
MpiLibrary read_mpi_library(const std::string& file);

// Local. The name of the MPI library that a program requests (its DT_NEEDED); empty if there is none. Throws
// UsageError.
std::string needed_mpi_library(const std::string& program);

}  // namespace fockproxy
