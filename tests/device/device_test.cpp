// Every device with every way to wait: work takes its time, and only the two ways with polls give a strategy its turns.
#include "device/device.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "device/block_memory.hpp"
#include "device/cuda_block_memory.hpp"
#include "device/cuda_driver.hpp"
#include "device/device_memory.hpp"
#include "device/device_thread.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

using testing::world;

struct DeviceCase {
  const DeviceEntry* device;
  const DeviceWaitEntry* wait;
};

std::vector<DeviceCase> device_cases() {
  std::vector<DeviceCase> all;
  for (const DeviceEntry& device : device_table())
    for (const DeviceWaitEntry& wait : device_wait_table()) all.push_back({&device, &wait});
  return all;
}

// Counts its turns.
class CountedTurns final : public ProgressStrategy {
 public:
  CountedTurns() { region_.countdown = 1; }
  void start() override {}
  void stop() override {}
  std::int64_t turns = 0;

 private:
  std::int64_t poll() override {
    ++turns;
    return 1;
  }
};

class Devices : public ::testing::TestWithParam<DeviceCase> {
 protected:
  DeviceOptions options() const { return {*GetParam().device, *GetParam().wait}; }
  bool asks() const { return GetParam().wait->wait == DeviceWait::query || GetParam().wait->wait == DeviceWait::poll; }
};

TEST_P(Devices, AreBusyForAsLongAsTheyAreTold) {
  const std::unique_ptr<Device> device = make_device(world(), options());
  EXPECT_FALSE(device->description().empty());
  CountedTurns strategy;
  for (int n = 0; n < 3; ++n) {
    const double start = now();
    device->begin(5e-3);
    wait_for(*device, options().wait->wait, strategy, world());
    EXPECT_GE(now() - start, 5e-3);
    EXPECT_TRUE(device->done());
  }
  if (asks()) EXPECT_GT(strategy.turns, 0);
  else EXPECT_EQ(strategy.turns, 0);
}

TEST_P(Devices, AnswerWhileTheyAreBusy) {
  const std::unique_ptr<Device> device = make_device(world(), options());
  device->begin(0.2);
  EXPECT_FALSE(device->done());  // begin() has not waited
  NoProgress idle;
  wait_for(*device, options().wait->wait, idle, world());
}

INSTANTIATE_TEST_SUITE_P(Table, Devices, ::testing::ValuesIn(device_cases()), [](const auto& info) {
  return fmt::format("{}_{}", info.param.device->name, info.param.wait->name);
});

TEST(CudaDevice, IsDealtOutByRankOnTheNode) {
  const std::unique_ptr<Device> device = make_device(world(), {});
  EXPECT_EQ(device->description(), fmt::format("Mock {}, CUDA 13.0", world().rank() % 2));
}

TEST(CudaDriver, NamesTheCallAndTheError) {
  const CudaDriver& cuda = CudaDriver::get();
  try {
    cuda.check(cuda.cuCtxSetCurrent(nullptr), "cuCtxSetCurrent");
    FAIL() << "no exception";
  } catch (const ComputationError& error) {
    EXPECT_STREQ(error.what(), "cuCtxSetCurrent: CUDA_ERROR_INVALID_CONTEXT");
  }
}

TEST(DeviceMemory, KeepsWhatIsStoredAndStartsWithZeros) {
  const std::unique_ptr<Device> device = make_device(world(), {});  // its context is current
  std::vector<std::int64_t> words(1000);
  std::iota(words.begin(), words.end(), 7);
  for (const MemoryPlace place : {MemoryPlace::host, MemoryPlace::device}) {
    const PlacedWords memory = make_words(place, words.size());
    EXPECT_EQ(load_words(place, memory.get(), words.size()), std::vector<std::int64_t>(words.size()));
    store_words(place, memory.get(), words);
    EXPECT_EQ(load_words(place, memory.get(), words.size()), words);
  }
}

// The same in each memory.
TEST(BlockMemory, KeepsBlocksWithTheirContent) {
  CudaStream stream(0, DeviceWait::spin);
  CudaBlockMemory on_gpu(stream);
  const std::unique_ptr<BlockMemory> emulated = make_emulated_memory();
  for (BlockMemory* const memory : {static_cast<BlockMemory*>(&on_gpu), emulated.get(), &host_memory()}) {
    std::vector<double> numbers(1000), room;
    std::iota(numbers.begin(), numbers.end(), 1.0);
    PlacedBlock block(*memory, numbers.size());
    EXPECT_EQ(block.size(), numbers.size());
    const auto content = [&](const PlacedBlock& of) {
      const double* const found = memory->content(of.data(), numbers.size(), room);
      EXPECT_EQ(found == of.data(), memory->on_host());
      return std::vector(found, found + numbers.size());
    };
    memory->copy_from_host(block.data(), numbers.data(), numbers.size());
    EXPECT_EQ(content(block), numbers);
    const PlacedBlock copy = block;
    memory->add(block.data(), numbers.data(), numbers.size());
    for (double& x : numbers) x *= 2;
    EXPECT_EQ(content(block), numbers);
    block.set_to_zero(numbers.size() - 1);
    EXPECT_EQ(content(block)[numbers.size() - 2], 0);
    EXPECT_EQ(content(block)[numbers.size() - 1], numbers.back());
    EXPECT_EQ(content(copy)[7], 8);
    block = copy;
    EXPECT_EQ(content(block), content(copy));
    EXPECT_NE(block.data(), copy.data());
  }
}

// The rest of a batch that threw may use a block when its cache releases it.
TEST(BlockMemory, ReleasesNoBlockThatTheStreamStillUses) {
  CudaStream stream(0, DeviceWait::spin);
  CudaBlockMemory memory(stream);
  const std::vector<double> numbers(1000, 1.0);
  {
    PlacedBlock block(memory, numbers.size());
    copy_in_stream(stream, block.data(), numbers.data(), numbers.size() * sizeof(double));
  }
  EXPECT_TRUE(stream.done());
}

// A value that nothing set would be seen in F.
TEST(BlockMemory, BeginsWithNoNumbersOnAnEmulatedDevice) {
  const std::unique_ptr<BlockMemory> memory = make_emulated_memory();
  const PlacedBlock block(*memory, 2);
  std::vector<double> room;
  EXPECT_TRUE(std::isnan(memory->content(block.data(), block.size(), room)[1]));
}

TEST(DeviceThread, RunsOneFunctionAfterTheOtherAndThrowsWhatTheyThrew) {
  DeviceThread thread;
  NoProgress idle;
  int sum = 0;
  for (const DeviceWaitEntry& wait : device_wait_table()) {
    thread.begin([&] { ++sum; });
    wait_for(thread, wait.wait, idle, world());
    thread.begin([] { throw std::runtime_error("refused"); });
    EXPECT_THROW(wait_for(thread, wait.wait, idle, world()), std::runtime_error);
  }
  EXPECT_EQ(sum, std::ssize(device_wait_table()));
}

}  // namespace
}  // namespace fockproxy
