#include "parallel/library_warnings.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

namespace fockproxy {
namespace {

using Variables = std::map<std::string, std::string>;

std::string setting(const std::string& library, const Variables& environment) {
  return reachable_setting(
      [&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
      },
      library);
}

constexpr const char* open_mpi_5 = "Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7, repo rev: v5.0.7";
const Variables one_host = {{"OMPI_COMM_WORLD_SIZE", "2"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};

Variables with(const char* name, const char* value) {
  Variables all = one_host;
  all[name] = value;
  return all;
}

TEST(ReachableSetting, ConcernsRanksOfOneHostInOpenMpi5) {
  EXPECT_EQ(setting(open_mpi_5, one_host), "weighted");
  EXPECT_EQ(setting(open_mpi_5, with("OMPI_COMM_WORLD_SIZE", "4")), "");  // a missing path to another host is a fault
  EXPECT_EQ(setting(open_mpi_5, {}), "");
  EXPECT_EQ(setting("Open MPI v4.1.4, package: Debian OpenMPI", one_host), "");
  EXPECT_EQ(setting("MPICH Version:      4.2.1", one_host), "");
}

TEST(ReachableSetting, LeavesTransportsToAUserWhoSteersThem) {
  EXPECT_EQ(setting(open_mpi_5, with("OMPI_MCA_reachable", "netlink")), "");
  EXPECT_EQ(setting(open_mpi_5, with("OMPI_MCA_btl", "tcp,self")), "");
  EXPECT_EQ(setting(open_mpi_5, with("OMPI_MCA_pml", "ucx")), "");
}

TEST(HeardOnStderr, PassesOnWhatItHears) {
  testing::internal::CaptureStderr();
  std::fprintf(stderr, "before\n");
  std::string heard;
  {
    const HeardOnStderr listener;
    std::fprintf(stderr, "[%d] ARMCI Warning: %s", 0, "something\n");
    std::fputs("and more\n", stderr);
    heard = listener.text();
  }
  std::fprintf(stderr, "after\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "before\n[0] ARMCI Warning: something\nand more\nafter\n");
#ifdef __GLIBC__
  EXPECT_EQ(heard, "[0] ARMCI Warning: something\nand more\n");
#endif
  const HeardOnStderr another;
  EXPECT_EQ(another.text(), "");
}

}  // namespace
}  // namespace fockproxy
