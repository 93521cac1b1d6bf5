// A file as an MPI library: which of the three binary interfaces of MPI it has, read from the file without loading it.
#pragma once

#include <string>
#include <vector>

namespace fockproxy {

// Programs compiled for an interface run on every library that has it.
enum class Interface { mpich, openmpi, abi };
inline constexpr Interface all_interfaces[] = {Interface::mpich, Interface::openmpi, Interface::abi};

// "mpich", "openmpi", "abi"; and for messages: "MPICH's interface", ..., "the standard ABI of MPI 5.0".
const char* name_of(Interface interface);
const char* in_words(Interface interface);
// The names by which its libraries are found, the usual one first.
const std::vector<std::string>& file_names(Interface interface);

struct MpiLibrary {
  std::string file;
  std::string name;  // what programs linked with it ask the dynamic linker for: its DT_SONAME
  Interface interface = Interface::mpich;
};

// Local. Throws UsageError, which says what is wrong with it: no such file, a symbolic link to nothing, no shared
// library, one for other processors, or no library with one of the interfaces.
MpiLibrary read_mpi_library(const std::string& file);

// Local. The name of the MPI library that a program asks for (its DT_NEEDED); empty where there is none. Throws
// UsageError.
std::string needed_mpi_library(const std::string& program);

}  // namespace fockproxy
