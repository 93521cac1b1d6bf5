// Finds the MPI library that a program must use before it starts, and the reason: the launcher, the PATH, modules, or
// an installation beside the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "finder/mpi_library.hpp"

namespace fockproxy {

// The input of the search; tests have their own.
struct Surroundings {
  std::function<const char*(const char*)> environment;  // nullptr for a variable that is not set
  std::vector<std::string> ancestors;                   // the programs of this process's ancestors, the nearest first
  std::string program;                                  // the file that was started
  std::vector<std::string> system_folders;              // folders that the dynamic linker searches by default
};

// Below the prefix of the package: a folder of empty files with the library names that its programs need. The search
// never chooses a library in it. It is for a chosen library with another name.
inline constexpr const char* folder_of_other_names = "lib/fockproxy/other-names";

// Local. The surroundings of this process.
Surroundings own_surroundings();

struct MpiInForce {
  MpiLibrary library;
  std::string because;              // "mpiexec on the PATH is /usr/bin/mpiexec"
  std::string mpiexec;              // the launcher of this library; empty if none was found
  std::vector<std::string> others;  // files of other MPI libraries that were also found
};

// Local. `wish` is the value of FOCKPROXY_MPI: "", the name of an interface, or the path of a library. Returns the
// first library that fits `wish` from these places: the launcher that started this process, mpiexec on the PATH,
// LD_LIBRARY_PATH and the variables of modules, the folders of `program`, and those of the system. A process that a
// launcher started uses only a library that fits the launcher. Throws UsageError, which names what was found and
// searched.
MpiInForce find_mpi(const Surroundings& here, const std::string& wish);

// Local. The rank of this process as its launcher announces it; 0 without a launcher.
int announced_rank(const Surroundings& here);

}  // namespace fockproxy
