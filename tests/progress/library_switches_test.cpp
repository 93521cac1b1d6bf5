// The switches of each library, by the text of MPI_Get_library_version.
#include "progress/library_switches.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <string>

namespace fockproxy::testing {
namespace {

// The value that is set for a name: "" if it is only reported, "-" if the library does not have it.
std::string value_of(const LibrarySwitches& switches, const std::string& name) {
  const auto found = std::ranges::find(switches.settings, name, &LibrarySetting::name);
  return found == switches.settings.end() ? "-" : found->value;
}

TEST(LibrarySwitches, OpenMpi) {
  const auto v4 = library_switches("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4");
  EXPECT_EQ(value_of(v4, "OMPI_MCA_btl_tcp_progress_thread"), "1");
  EXPECT_EQ(value_of(v4, "OMPI_MCA_opal_async_progress"), "-");
  for (const char* text : {"Open MPI v5.0.11, package: x", "Open MPI v6.0.0rc1", "Open MPI v10.0"}) {
    const auto later = library_switches(text);
    EXPECT_EQ(value_of(later, "OMPI_MCA_btl_tcp_progress_thread"), "1") << text;
    EXPECT_EQ(value_of(later, "OMPI_MCA_opal_async_progress"), "1") << text;
    EXPECT_EQ(later.thread_level, MPI_THREAD_SINGLE) << "a higher level loses windows over TCP in Open MPI 4";
  }
}

TEST(LibrarySwitches, IntelMpi) {
  const auto intel = library_switches("Intel(R) MPI Library 2021.18 for Linux* OS");
  EXPECT_EQ(value_of(intel, "I_MPI_ASYNC_PROGRESS"), "1");
  EXPECT_EQ(value_of(intel, "I_MPI_ASYNC_PROGRESS_THREADS"), "1");
  EXPECT_EQ(value_of(intel, "I_MPI_THREAD_SPLIT"), "") << "would take the locks away";
  EXPECT_EQ(value_of(intel, "MPIR_CVAR_ASYNC_PROGRESS"), "-");
  EXPECT_EQ(intel.thread_level, MPI_THREAD_MULTIPLE);
}

TEST(LibrarySwitches, MpichAndItsKin) {
  for (const char* text : {"MPICH Version:      5.0.2", "MVAPICH Version :     3.0",
                           "MPI VERSION    : CRAY MPICH version 8.1.28.15 (ANL base 3.4a2)"}) {
    EXPECT_EQ(value_of(library_switches(text), "MPIR_CVAR_ASYNC_PROGRESS"), "1") << text;
    EXPECT_EQ(library_switches(text).thread_level, MPI_THREAD_MULTIPLE) << text;
  }
}

TEST(LibrarySwitches, NoneOfAnUnknownLibrary) {
  EXPECT_TRUE(library_switches("Some MPI 1.0").settings.empty());
  EXPECT_TRUE(library_switches("").settings.empty());
}

}  // namespace
}  // namespace fockproxy::testing
