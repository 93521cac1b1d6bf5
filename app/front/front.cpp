// The program `fockproxy` of the package for any Linux. It finds the MPI in force and replaces itself by the program
// for the interface of this MPI, in the same process. The programs are in the same folder: fockproxy-mpich,
// fockproxy-openmpi, fockproxy-abi.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "finder/mpi_in_force.hpp"
#include "support/error.hpp"

namespace {

using namespace fockproxy;
namespace fs = std::filesystem;

constexpr std::string_view library_option = "--mpi-library";

// Removes --mpi-library PATH from the arguments and returns it; without this option returns FOCKPROXY_MPI.
std::string read_wish(std::vector<std::string>& arguments) {
  const char* const set = std::getenv("FOCKPROXY_MPI");
  std::string wish = set ? set : "";
  for (auto one = arguments.begin() + 1; one != arguments.end();) {
    const bool alone = *one == library_option;
    if (!alone && !one->starts_with(std::string(library_option) + "=")) {
      ++one;
      continue;
    }
    if (alone && one + 1 == arguments.end())
      throw UsageError("--mpi-library: give the path of an MPI library, or of the folder that it is in");
    wish = alone ? one[1] : one->substr(library_option.size() + 1);
    if (wish.find('/') == std::string::npos) wish.insert(0, "./");
    wish = fs::absolute(wish).string();
    one = arguments.erase(one, one + (alone ? 2 : 1));
  }
  return wish;
}

// Inserts a part at the beginning of a variable whose parts are separated by colons; put_last() appends it.
void put_first(const char* name, const std::string& part) {
  const char* const old = std::getenv(name);
  setenv(name, old && *old ? (part + ":" + old).c_str() : part.c_str(), 1);
}
void put_last(const char* name, const std::string& part) {
  const char* const old = std::getenv(name);
  setenv(name, old && *old ? (old + (":" + part)).c_str() : part.c_str(), 1);
}

// Makes the dynamic linker find this library only. A library with another name than the program asks for (MPICH of
// Debian) is loaded before it, and an empty file has the name that the program asks for. A tool that the user preloads
// stays before the library, because it must be called first.
void lead_the_linker_to(const MpiLibrary& library, const std::string& program, const fs::path& package) {
  const std::string name = needed_mpi_library(program);
  const fs::path folder = fs::path(library.file).parent_path();
  put_first("LD_LIBRARY_PATH", folder.string());
  if (name.empty() || fs::exists(folder / name)) return;
  put_first("LD_LIBRARY_PATH", (package / folder_of_other_names).string());
  put_last("LD_PRELOAD", library.file);
}

// An MPI library may fail without shared memory and not say why.
void warn_of_missing_shared_memory(const Surroundings& here) {
  constexpr const char* folder = "/dev/shm";
  if (access(folder, W_OK) != 0 && announced_rank(here) == 0)
    fmt::print(stderr,
               "fockproxy: note: {} cannot be written to ({}); ranks on one host share memory through it in most "
               "MPI libraries, which may fail without it\n",
               folder, std::strerror(errno));
}

void become_the_program(std::vector<std::string> arguments) {
  const Surroundings here = own_surroundings();
  const std::string wish = read_wish(arguments);
  const MpiInForce mpi = find_mpi(here, wish);
  const fs::path bin = fs::path(here.program).parent_path();
  const std::string program = (bin / fmt::format("fockproxy-{}", name_of(mpi.library.interface))).string();
  if (access(program.c_str(), X_OK) != 0)
    throw UsageError(fmt::format("{} has {}, and this package has no program for it: {} is not there", mpi.library.file,
                                 in_words(mpi.library.interface), program));
  lead_the_linker_to(mpi.library, program, bin.parent_path());
  // The program reports these, and `quickstart` starts its ranks with this program again, not with the one chosen here.
  std::string also;
  for (const std::string& other : mpi.others) also += (also.empty() ? "; also here: " : ", ") + other;
  setenv("FOCKPROXY_FOUND_MPI", mpi.library.file.c_str(), 1);
  setenv("FOCKPROXY_FOUND_BECAUSE", (mpi.because + also).c_str(), 1);
  setenv("FOCKPROXY_FRONT", here.program.c_str(), 1);
  setenv("FOCKPROXY_FOUND_MPIEXEC", mpi.mpiexec.c_str(), 1);
  if (!wish.empty()) setenv("FOCKPROXY_MPI", wish.c_str(), 1);
  warn_of_missing_shared_memory(here);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
  throw UsageError(fmt::format("{} cannot be started: {}", program, std::strerror(errno)));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    become_the_program({argv, argv + argc});
  } catch (const UsageError& error) {
    // One line per job.
    if (announced_rank(own_surroundings()) == 0) fmt::print(stderr, "fockproxy: error: {}\n", error.what());
  }
  return static_cast<int>(ExitCode::bad_usage);
}
