#include "parallel/known_faults.hpp"

#include <gtest/gtest.h>

#include <map>

namespace fockproxy {
namespace {

std::string fault(const std::string& library, std::map<std::string, std::string> environment = {}) {
  return compare_and_swap_fault(library, [&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

constexpr const char* faulty = "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4";

TEST(CompareAndSwapFault, ConcernsOpenMpi4Alone) {
  EXPECT_NE(fault(faulty), "");
  EXPECT_NE(fault("Open MPI v4.0.3, package"), "");
  EXPECT_EQ(fault("Open MPI v5.0.3, package"), "");
  EXPECT_EQ(fault("Open MPI v3.1.3, package"), "");
  EXPECT_EQ(fault("MPICH Version:      4.0.2"), "");
}

TEST(CompareAndSwapFault, BelievesAUserWhoAvoidsIt) {
  EXPECT_EQ(fault(faulty, {{"OMPI_MCA_osc", "^rdma"}}), "");
  EXPECT_EQ(fault(faulty, {{"OMPI_MCA_osc", "^ucx,rdma"}}), "");
  EXPECT_EQ(fault(faulty, {{"OMPI_MCA_osc", "ucx"}}), "");
  EXPECT_NE(fault(faulty, {{"OMPI_MCA_osc", "^ucx"}}), "");
  EXPECT_NE(fault(faulty, {{"OMPI_MCA_osc", "rdma,sm"}}), "");
  EXPECT_EQ(fault(faulty, {{"OMPI_MCA_btl", "tcp,self"}}), "");
  EXPECT_EQ(fault(faulty, {{"OMPI_MCA_btl", "^vader"}}), "");
  EXPECT_NE(fault(faulty, {{"OMPI_MCA_btl", "self,vader"}}), "");
}

TEST(FinalizeFault, ConcernsMpichOverUcxUpTo41) {
  const std::string ucx = "\nMPICH Release date:\tThu\nMPICH Device:    \tch4:ucx\n";
  EXPECT_NE(finalize_fault("MPICH Version:    \t4.0.2" + ucx), "");
  EXPECT_NE(finalize_fault("MPICH Version:    \t4.0" + ucx), "");
  EXPECT_NE(finalize_fault("MPICH Version:    \t4.1.2" + ucx), "");
  EXPECT_EQ(finalize_fault("MPICH Version:    \t4.2.0" + ucx), "");
  EXPECT_EQ(finalize_fault("MPICH Version:    \t4.10" + ucx), "");
  EXPECT_EQ(finalize_fault("MPICH Version:    \t4.0.2\nMPICH Device:    \tch4:ofi\n"), "");
  EXPECT_EQ(finalize_fault(faulty), "");
}

}  // namespace
}  // namespace fockproxy
