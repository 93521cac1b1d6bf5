#include "parallel/library_warnings.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

namespace fockproxy {
namespace {

using Variables = std::map<std::string, std::string>;

// The value of `variable`; empty if it is not set.
std::string setting(const std::string& variable, const std::string& library, const Variables& environment,
                    bool rdma_devices = false) {
  const auto value = [&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  };
  for (const QuietSetting& quiet : quiet_settings(value, library, rdma_devices))
    if (quiet.variable == variable) return quiet.value;
  return "";
}

constexpr const char* open_mpi_5 = "Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7, repo rev: v5.0.7";
constexpr const char* open_mpi_4 = "Open MPI v4.1.4, package: Debian OpenMPI";
constexpr const char* mpich = "MPICH Version:      4.2.1";
constexpr const char* reachable = "OMPI_MCA_reachable";
constexpr const char* ucx_messages = "OMPI_MCA_opal_common_ucx_verbose";
const Variables one_host = {{"OMPI_COMM_WORLD_SIZE", "2"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};

Variables with(const char* name, const char* value) {
  Variables all = one_host;
  all[name] = value;
  return all;
}

TEST(QuietSettings, OfRoutesConcernRanksOfOneHostInOpenMpi5) {
  EXPECT_EQ(setting(reachable, open_mpi_5, one_host), "weighted");
  EXPECT_EQ(setting(reachable, open_mpi_5, with("OMPI_COMM_WORLD_SIZE", "4")), "");  // a missing route is a fault
  EXPECT_EQ(setting(reachable, open_mpi_5, {}), "");
  EXPECT_EQ(setting(reachable, open_mpi_4, one_host), "");
  EXPECT_EQ(setting(reachable, mpich, one_host), "");
}

TEST(QuietSettings, OfUcxConcernHostsWithoutItsNetworks) {
  EXPECT_EQ(setting(ucx_messages, open_mpi_5, one_host), "-1");
  EXPECT_EQ(setting(ucx_messages, open_mpi_5, with("OMPI_COMM_WORLD_SIZE", "4")), "-1");
  EXPECT_EQ(setting(ucx_messages, open_mpi_5, one_host, true), "");  // there a message about UCX may matter
  EXPECT_EQ(setting(ucx_messages, open_mpi_4, one_host), "");
  EXPECT_EQ(setting(ucx_messages, mpich, one_host), "");
}

TEST(QuietSettings, LeaveTransportsToAUserWhoSteersThem) {
  EXPECT_EQ(setting(reachable, open_mpi_5, with(reachable, "netlink")), "");
  EXPECT_EQ(setting(reachable, open_mpi_5, with("OMPI_MCA_btl", "tcp,self")), "");
  EXPECT_EQ(setting(reachable, open_mpi_5, with("OMPI_MCA_pml", "ucx")), "");
  EXPECT_EQ(setting(ucx_messages, open_mpi_5, with(ucx_messages, "10")), "");
  EXPECT_EQ(setting(ucx_messages, open_mpi_5, with("OMPI_MCA_osc", "ucx")), "");
  EXPECT_EQ(setting(ucx_messages, open_mpi_5, with("OMPI_MCA_pml", "ucx")), "");
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
