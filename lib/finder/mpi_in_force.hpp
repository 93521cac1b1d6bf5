// Which MPI library a program that is about to start has to use, and why: by its launcher, the PATH, modules, and what
// was installed beside the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "finder/mpi_library.hpp"

namespace fockproxy {

// What is looked at; the tests have their own.
struct Surroundings {
  std::function<const char*(const char*)> environment;  // nullptr for a variable that is not set
  std::vector<std::string> ancestors;                   // the programs of this process's ancestors, the nearest first
  std::string program;                                  // the file that was started
  std::vector<std::string> system_folders;              // where the dynamic linker looks by itself
};

// Below the prefix of the package: a folder of empty files with the names that its programs ask for, no library of
// which is ever the one in force. For where that has another name.
inline constexpr const char* folder_of_other_names = "lib/fockproxy/other-names";

// Local. Those of this process.
Surroundings own_surroundings();

struct MpiInForce {
  MpiLibrary library;
  std::string because;              // "mpiexec on the PATH is /usr/bin/mpiexec"
  std::string mpiexec;              // the launcher that belongs to it; empty where none was found
  std::vector<std::string> others;  // files of other MPI libraries that were found as well
};

// Local. `wish` is "", the name of an interface, or the path of a library: the value of FOCKPROXY_MPI. The first that
// has what is wished for: the launcher that started this process, mpiexec on the PATH, LD_LIBRARY_PATH and the
// variables of modules, the folders of `program`, those of the system. A started process uses no library that its
// launcher does not fit. Throws UsageError, which names what was found and looked for.
MpiInForce find_mpi(const Surroundings& here, const std::string& wish);

// Local. The number of this process in its job, as its launcher says; 0 without one.
int announced_rank(const Surroundings& here);

}  // namespace fockproxy
