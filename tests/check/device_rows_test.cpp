// The test behind the rows on device memory, here over host memory and an emulated device. tests/cli runs the rows with
// a library in the place of CUDA's driver.
#include <gtest/gtest.h>

#include <set>

#include "check/memory_test.hpp"
#include "device/cuda_driver.hpp"
#include "device/device.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

RowResult memory_result(const MemoryCase& the_case) {
  const CheckContext context{testing::runtime(), testing::watchdog(), testing::waiting_is_slow()};
  return check_memory(context, "case", the_case);
}

bool has_gpu() {
  try {
    CudaDriver::get();
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

class CheckMemory : public ::testing::TestWithParam<MemoryCall> {
 protected:
  void SetUp() override {
    if (testing::world().size() == 1) GTEST_SKIP() << "one rank has no other rank whose memory it could reach";
  }
};

TEST_P(CheckMemory, FindsNothingWhereTheLibraryIsRight) {
  for (const WindowKind kind : {WindowKind::allocate, WindowKind::create})
    for (const TargetState target : {TargetState::idle, TargetState::computing}) {
      const RowResult result = memory_result({.call = GetParam(), .kind = kind, .target = target});
      EXPECT_EQ(result.status, Status::pass) << result.detail;
      EXPECT_NE(result.detail.find("8 B in "), std::string::npos) << result.detail;
    }
}

TEST_P(CheckMemory, TimesEachWayToWait) {
  const RowResult result = memory_result({.call = GetParam(), .target = TargetState::waiting});
  EXPECT_EQ(result.status, Status::pass) << result.detail;
  for (const DeviceWaitEntry& way : device_wait_table())
    EXPECT_NE(result.detail.find(std::string(way.name) + " "), std::string::npos) << result.detail;
}

TEST_P(CheckMemory, SeesALostAndAMisplacedCall) {
  for (const MemoryFault fault : {MemoryFault::lost, MemoryFault::misplaced}) {
    const RowResult result = memory_result({.call = GetParam(), .fault = fault});
    EXPECT_EQ(result.status, Status::fail);
    EXPECT_NE(result.detail.find(" instead of "), std::string::npos) << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Calls, CheckMemory, ::testing::ValuesIn(memory_calls));

TEST(DeviceRows, SayWhyTheyCannotRun) {
  if (has_gpu()) GTEST_SKIP() << "this machine has a GPU";
  if (testing::world().size() == 1) GTEST_SKIP() << "they need two ranks";
  RowRunner runner({testing::runtime(), testing::watchdog()});
  std::set<std::string> names;
  for (const CheckRow& row : device_rows()) {
    names.insert(row.name);
    EXPECT_EQ(row.section, device_memory_section);
    const RowResult result = runner.run(row);
    EXPECT_EQ(result.status, Status::unsupported) << row.name;
    EXPECT_NE(result.detail.find("CUDA"), std::string::npos) << result.detail;
  }
  // Buffers alone with two kinds of windows, windows alone, both; five calls; three states of the target.
  EXPECT_EQ(names.size(), 60U);
}

}  // namespace
}  // namespace fockproxy::check
