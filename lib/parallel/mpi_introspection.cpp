#include "parallel/mpi_introspection.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "support/error.hpp"

namespace fockproxy {
namespace {

std::string standard(int version, int subversion) { return fmt::format("{}.{}", version, subversion); }

std::string flavor_name(MPI_Win win) {
  int* flavor = nullptr;
  int found = 0;
  if (MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &found) != MPI_SUCCESS || !found) return "unknown";
  switch (*flavor) {
    case MPI_WIN_FLAVOR_CREATE: return "create";
    case MPI_WIN_FLAVOR_ALLOCATE: return "allocate";
    case MPI_WIN_FLAVOR_SHARED: return "shared";
    case MPI_WIN_FLAVOR_DYNAMIC: return "dynamic";
    default: return "unknown";
  }
}

std::vector<NamedValue> info_of(MPI_Win win) {
  std::vector<NamedValue> pairs;
  MPI_Info info = MPI_INFO_NULL;
  if (MPI_Win_get_info(win, &info) != MPI_SUCCESS || info == MPI_INFO_NULL) return pairs;
  int keys = 0;
  MPI_Info_get_nkeys(info, &keys);
  for (int i = 0; i < keys; ++i) {
    char key[MPI_MAX_INFO_KEY + 1] = "", value[MPI_MAX_INFO_VAL + 1] = "";
    int found = 0;
    MPI_Info_get_nthkey(info, i, key);
    MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &found);
    if (found) pairs.push_back({key, value});
  }
  MPI_Info_free(&info);
  return pairs;
}

// Asks about a neighbour, because a rank can always load its own segment.
bool answers_shared_query(MPI_Win win, const Communicator& comm) {
  MPI_Aint bytes = 0;
  int unit = 0;
  void* base = nullptr;
  const int neighbour = (comm.rank() + 1) % comm.size();
  return MPI_Win_shared_query(win, neighbour, &bytes, &unit, &base) == MPI_SUCCESS && bytes > 0 && base != nullptr;
}

// The file that contains a function. Asks the linker, because the address of the function may be that of a stub in this
// program.
std::string file_of(const char* function) {
  Dl_info found{};
  void* const address = dlsym(RTLD_DEFAULT, function);
  return address && dladdr(address, &found) && found.dli_fname ? found.dli_fname : "this program";
}

}  // namespace

std::vector<NamedValue> mpi_library_description() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::vector<NamedValue> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::ranges::replace(line, '\t', ' ');
    const auto colon = line.find(':');
    const bool named = colon != std::string::npos && line.starts_with("MPICH");
    const auto start = line.find_first_not_of(' ', named ? colon + 1 : 0);
    if (start != std::string::npos) lines.push_back({named ? line.substr(0, colon) : "", line.substr(start)});
  }
  return lines;
}

std::string mpi_library_standard() {
  int version = 0, subversion = 0;
  MPI_Get_version(&version, &subversion);
  return standard(version, subversion);
}

std::string mpi_header_standard() { return standard(MPI_VERSION, MPI_SUBVERSION); }

std::string mpi_library_file() { return file_of("MPI_Init"); }

std::string mpi_standard_abi() {
#if defined(MPI_ABI_VERSION) && defined(MPI_ABI_SUBVERSION)
  return standard(MPI_ABI_VERSION, MPI_ABI_SUBVERSION);
#else
  return {};
#endif
}

std::optional<Interface> mpi_interface() {
#if defined(MPI_ABI_VERSION)
  return Interface::abi;
#elif defined(OPEN_MPI)
  return Interface::openmpi;
#elif defined(MPICH_VERSION) || defined(MPICH_NAME) || defined(I_MPI_VERSION) || defined(MVAPICH2_VERSION)
  return Interface::mpich;
#else
  return std::nullopt;
#endif
}

std::string how_mpi_was_found() {
  const char* const file = std::getenv("FOCKPROXY_FOUND_MPI");
  const char* const because = std::getenv("FOCKPROXY_FOUND_BECAUSE");
  return file && because ? fmt::format("{}: {}", file, because) : "";
}

std::string other_mpi_than_found() {
  const char* const file = std::getenv("FOCKPROXY_FOUND_MPI");
  if (!file) return "";
  // Not MPI_Init, because a preloaded tool may define it. No tool defines PMPI_Init.
  const std::string answers = file_of("PMPI_Init");
  std::error_code unknown;
  if (std::filesystem::equivalent(file, answers, unknown)) return "";
  return fmt::format(
      "the MPI library in force is {}, but {} was loaded; is there an LD_PRELOAD, or a path in the program?",
      how_mpi_was_found(), answers);
}

WindowDescription describe_window(const Communicator& comm, WindowKind kind) {
  WindowDescription description;
  try {
    const Window window(comm, 64, {.kind = kind, .self_test = false});
    description.flavor = flavor_name(window.handle());
    description.memory_model = memory_model(window.handle()) ? "unified" : "unknown";
    description.info = info_of(window.handle());
    description.shared_query = comm.min(answers_shared_query(window.handle(), comm) ? 1 : 0) == 1;
  } catch (const AgreedUsageError& error) {
    description.refused = error.what();
  } catch (const AgreedComputationError& error) {
    description.refused = error.what();
  }
  return description;
}

}  // namespace fockproxy
