// What tests/package/test_front.py cannot test on a machine with an MPI library: an environment without one.
#include "finder/mpi_in_force.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "support/error.hpp"

namespace fockproxy {
namespace {

using Variables = std::map<std::string, std::string>;

Surroundings bare(Variables variables = {}) {
  Surroundings here;
  here.program = "/nowhere/bin/fockproxy";
  here.environment = [variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  return here;
}

std::string refusal(const Surroundings& here, const std::string& wish = "") {
  try {
    find_mpi(here, wish);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(MpiInForce, NoMpiAtAllSaysWhatWasLookedForAndWhatToDo) {
  for (const Variables& variables : {Variables{}, Variables{{"PATH", "/nowhere"}, {"LD_LIBRARY_PATH", ":/nowhere:"}}}) {
    const std::string said = refusal(bare(variables));
    EXPECT_TRUE(said.starts_with("no MPI library was found: ")) << said;
    EXPECT_NE(said.find("pip install mpich"), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
}

TEST(MpiInForce, ARankWithoutAnyLibraryIsNotAMismatch) {
  EXPECT_TRUE(refusal(bare({{"OMPI_COMM_WORLD_SIZE", "2"}})).starts_with("no MPI library was found: "));
}

TEST(MpiInForce, AWishThatNothingFulfilsSaysWhatWasFound) {
  EXPECT_EQ(refusal(bare(), "abi"),
            "FOCKPROXY_MPI=abi: no library with the standard ABI of MPI 5.0 (libmpi_abi.so.1) was found; found: none");
}

TEST(MpiInForce, ThePathOfNothing) {
  EXPECT_EQ(refusal(bare(), "/nowhere/libmpi.so.12"), "/nowhere/libmpi.so.12: there is no such file");
}

TEST(MpiInForce, TheRankIsTheLaunchers) {
  EXPECT_EQ(announced_rank(bare()), 0);
  EXPECT_EQ(announced_rank(bare({{"PMI_RANK", "3"}})), 3);
  EXPECT_EQ(announced_rank(bare({{"OMPI_COMM_WORLD_RANK", "2"}, {"SLURM_PROCID", "0"}})), 2);
  EXPECT_EQ(announced_rank(bare({{"PMIX_RANK", "x"}})), 0);
}

}  // namespace
}  // namespace fockproxy
