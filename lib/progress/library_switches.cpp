#include "progress/library_switches.hpp"

#include <mpi.h>

namespace fockproxy {
namespace {

LibrarySetting read_back(const char* name, const char* value, const char* control_variable) {
  return {.name = name, .value = value, .control_variable = control_variable};
}

LibrarySetting if_the_user_has(const char* name) { return {.name = name, .value = ""}; }

// 5 for "Open MPI v5.0.8, ..."; 0 if there is no number.
int major_version(std::string_view text) {
  const auto digit = text.find_first_of("0123456789");
  int major = 0;
  for (auto i = digit; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) major = 10 * major + (text[i] - '0');
  return major;
}

// The thread serves messages and blocking collectives; one-sided operations are not mentioned (Developer Guide). With
// I_MPI_THREAD_SPLIT the library takes no locks, so it is right only for programs whose threads share no object of MPI.
LibrarySwitches intel() {
  return {{read_back("I_MPI_ASYNC_PROGRESS", "1", "I_MPI_ASYNC_PROGRESS"),
           read_back("I_MPI_ASYNC_PROGRESS_THREADS", "1", "I_MPI_ASYNC_PROGRESS_THREADS"),
           if_the_user_has("I_MPI_ASYNC_PROGRESS_PIN"), if_the_user_has("I_MPI_THREAD_SPLIT"),
           if_the_user_has("I_MPI_THREAD_RUNTIME"), if_the_user_has("I_MPI_THREAD_MAX")},
          MPI_THREAD_MULTIPLE};
}

// Below level multiple, MPICH only prints a warning.
LibrarySwitches mpich() {
  return {{read_back("MPIR_CVAR_ASYNC_PROGRESS", "1", "MPIR_CVAR_ASYNC_PROGRESS"),
           if_the_user_has("MPIR_CVAR_PROGRESS_THREAD_AFFINITY")},
          MPI_THREAD_MULTIPLE};
}

// The thread of TCP makes the rest of the library thread-safe, and serves only messages over TCP. That of
// opal_async_progress calls the whole progress engine. No release has it yet: it is for version 5 and later, and a
// library without it ignores it.
LibrarySwitches open_mpi(int major) {
  LibrarySwitches switches{{read_back("OMPI_MCA_btl_tcp_progress_thread", "1", "btl_tcp_progress_thread")},
                           MPI_THREAD_SINGLE};
  if (major >= 5) switches.settings.push_back(read_back("OMPI_MCA_opal_async_progress", "1", "opal_async_progress"));
  return switches;
}

}  // namespace

LibrarySwitches library_switches(std::string_view mpi_library) {
  if (mpi_library.starts_with("Intel")) return intel();
  for (const std::string_view name : {"MPICH", "MVAPICH"})  // also "... CRAY MPICH version ..."
    if (mpi_library.find(name) != mpi_library.npos) return mpich();
  if (mpi_library.starts_with("Open MPI")) return open_mpi(major_version(mpi_library));
  return {{}, MPI_THREAD_SINGLE};
}

}  // namespace fockproxy
