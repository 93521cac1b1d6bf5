// This test program, started again by its launcher.
#include "system/relaunch.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <optional>

#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

std::vector<std::string> only(const std::string& test) {
  return {"--gtest_also_run_disabled_tests", "--gtest_filter=OtherJob.DISABLED_" + test};
}

// The action of the other job.
TEST(OtherJob, DISABLED_Says) {
  const char* word = std::getenv("FOCKPROXY_TEST_WORD");
  std::cout << fmt::format("rank {} of {}: {}\n", world().rank(), world().size(), word ? word : "nothing")
            << std::flush;
}
TEST(OtherJob, DISABLED_Fails) { FAIL() << "on purpose"; }
TEST(OtherJob, DISABLED_Hangs) { sleep(1000); }
TEST(OtherJob, DISABLED_Complains) { std::cerr << fmt::format("rank {} complains\n", world().rank()) << std::flush; }

class Relaunch : public ::testing::Test {
 protected:
  void SetUp() override {
    if (world().size() > 2) GTEST_SKIP() << "twice as many ranks as here would wait for each other's cores";
    launch_ = find_launch();
  }
  void TearDown() override { world().barrier(); }
  std::optional<Launch> launch_;
};

TEST_F(Relaunch, TheSameRanksWithOtherArgumentsAndSettings) {
  if (!world().is_root()) return;
  ASSERT_TRUE(launch_.has_value());  // only on rank 0: TearDown meets the others
  const auto output = relaunch(*launch_, only("Says"), {"FOCKPROXY_TEST_WORD=hello"}, 60);
  ASSERT_TRUE(output.has_value());
  for (int rank = 0; rank < world().size(); ++rank)
    EXPECT_NE(output->find(fmt::format("rank {} of {}: hello", rank, world().size())), std::string::npos) << *output;
}

TEST_F(Relaunch, WhatFailsOrHangsSaysNothing) {
  if (!world().is_root()) return;
  ASSERT_TRUE(launch_.has_value());
  EXPECT_FALSE(relaunch(*launch_, only("Fails"), {}, 60).has_value());
  EXPECT_FALSE(relaunch(*launch_, only("Hangs"), {}, 3).has_value());
}

TEST_F(Relaunch, TellsHowAJobEnded) {
  if (!world().is_root()) return;
  ASSERT_TRUE(launch_.has_value());
  const JobEnd complaint = run_again(*launch_, only("Complains"), {}, 60);
  EXPECT_EQ(complaint.code, 0);
  // The launcher of Open MPI 5 may mix up the two.
  EXPECT_NE((complaint.errors + complaint.output).find("rank 0 complains"), std::string::npos);
  EXPECT_GT(run_again(*launch_, only("Fails"), {}, 60).code, 0);
  EXPECT_EQ(run_again(*launch_, only("Hangs"), {}, 3).code, -1);
  Launch nowhere = *launch_;
  nowhere.launcher = "/not/there/mpiexec";
  EXPECT_EQ(run_again(nowhere, only("Says"), {}, 60).code, -1);
}

}  // namespace
}  // namespace fockproxy::testing
