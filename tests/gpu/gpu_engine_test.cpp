// The engine "gpu" with a library in place of CUDA's driver, which executes the kernels on a core. The tests of all
// engines are in tests/fock/engines_test.cpp, which is also part of this program.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "fock/fixed_system.hpp"
#include "fock/fock_builder.hpp"
#include "fock/packed.hpp"
#include "fock/verified.hpp"
#include "matrices/forwarding_matrix.hpp"
#include "parallel/mpi_introspection.hpp"
#include "support/mpi_test.hpp"
#include "tasks/whole_screen.hpp"

namespace fockproxy {
namespace {

using testing::world;

// An environment variable, for example of mock_cuda.cpp, for the life of the object.
class MockVariable {
 public:
  MockVariable(const char* name, const char* value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~MockVariable() {
    if (before_) setenv(name_, before_->c_str(), 1);
    else unsetenv(name_);
  }
  MockVariable(const MockVariable&) = delete;
  MockVariable& operator=(const MockVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// Lets MPI access the memory of the device during the calls that move blocks, as an MPI library for CUDA does.
class OpenDevice {
 public:
  OpenDevice() { call("mock_cuda_open"); }
  ~OpenDevice() { call("mock_cuda_close"); }
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

 private:
  static void call(const char* name) {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    reinterpret_cast<void (*)()>(dlsym(library, name))();
  }
};

class MovedByMpi final : public ForwardingMatrix {
 public:
  using ForwardingMatrix::ForwardingMatrix;
  void get(std::span<const BlockRead> reads) override {
    const OpenDevice open;
    ForwardingMatrix::get(reads);
  }
  void accumulate(std::span<const BlockUpdate> updates) override {
    const OpenDevice open;
    ForwardingMatrix::accumulate(updates);
  }
};

FockConfig config_on(const char* engine, double threshold) {
  FockConfig config{.integrals = {.threshold = threshold, .source = engine}, .blocks = {.in_flight = 4}};
  config.dealing.chunk = 4;
  return config;
}

FinishedBuild build_as(const FockConfig& config, const testing::FixedSystem& system) {
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system("atom");
  FockBuilder builder({testing::runtime(), watchdog}, fock_system, config);
  return builder.build(testing::dealt_out(system.density));
}

FinishedBuild build_on(const char* engine, const testing::FixedSystem& system, double threshold) {
  return build_as(config_on(engine, threshold), system);
}

// The number of quartets that a core computed instead of the GPU, over all ranks; -1 if no rank reports one.
std::int64_t quartets_on_cores(const FockBuild& build) {
  std::int64_t sum = -1;
  for (const RankRecord& rank : build.ranks)
    for (int i = 0; i < rank.statistics.size(); ++i)
      if (rank.statistics.name(i) == "quartets on a core")
        sum = std::max<std::int64_t>(sum, 0) + rank.statistics.value(i);
  return sum;
}

// The host never touches memory of the device, and both engines compute the same quartets. `on_cores`: some of the
// classes stay on a core.
void expect_own_quartets(const testing::FixedSystem& system, double threshold, bool on_cores) {
  const MockVariable guard("MOCK_CUDA_GUARD", "1");
  testing::watchdog().beat();
  const FockBuild own = testing::verified(build_on("own", system, threshold));
  const FockBuild gpu = testing::verified(build_on("gpu", system, threshold));
  EXPECT_EQ(gpu.quartets, own.quartets);
  EXPECT_LE(testing::largest_difference(gpu.g, whole(own.g)), threshold > 0 ? 1e-7 : 1e-11);
  if (world().rank() != 0) return;
  EXPECT_EQ(quartets_on_cores(own), -1);
  EXPECT_EQ(quartets_on_cores(gpu) > 0, on_cores);
  EXPECT_GE(quartets_on_cores(gpu), 0);
  EXPECT_LT(quartets_on_cores(gpu), gpu.quartets);
}

TEST(GpuEngine, ComputesTheQuartetsOfACore) {
  for (const int spins : {1, 2})
    for (const double threshold : {0.0, 1e-9})
      expect_own_quartets(testing::FixedSystem("water", "6-31g*", spins), threshold, false);
}

TEST(GpuEngine, LeavesLargeAngularMomentaToACore) {
  for (const int spins : {1, 2}) expect_own_quartets(testing::FixedSystem("hf", "cc-pvtz", spins), 1e-9, true);
}

// From ordinary memory of the host, and with a batch in two or three parts. Some classes stay on a core.
TEST(GpuEngine, CountsTheSameQuartetsOnEachPathAndInParts) {
  const MockVariable guard("MOCK_CUDA_GUARD", "1");
  const testing::FixedSystem system("hf", "cc-pvtz", 1);
  const FockBuild own = testing::verified(build_on("own", system, 1e-9));
  const FockBuild whole_batches = testing::verified(build_on("gpu", system, 1e-9));
  for (const char* const path : {"staged", "pageable"})
    for (const int streams : {1, 2, 3}) {
      SCOPED_TRACE(fmt::format("{} {}", path, streams));
      testing::watchdog().beat();
      FockConfig config = config_on("gpu", 1e-9);
      config.integrals.device_path = path;
      config.integrals.device_streams = streams;
      const FockBuild gpu = testing::verified(build_as(config, system));
      EXPECT_EQ(gpu.quartets, own.quartets);
      EXPECT_LE(testing::largest_difference(gpu.g, whole(own.g)), 1e-7);
      if (world().rank() != 0) continue;
      EXPECT_GT(quartets_on_cores(gpu), 0);
      EXPECT_EQ(quartets_on_cores(gpu), quartets_on_cores(whole_batches));
    }
}

// One-sided calls move the blocks of the device, and nothing else on the host touches them. With both spins the thread
// makes sums of D. With the larger basis it also computes some classes, in copies of the blocks.
void expect_direct_quartets(const testing::FixedSystem& system, double threshold, const ThreadOptions& threads) {
  const MockVariable guard("MOCK_CUDA_GUARD", "1");
  testing::watchdog().beat();
  FockConfig config = config_on("gpu", threshold);
  config.integrals.device_path = "direct";
  config.threads = threads;
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system("atom");
  BuildBackends backends = make_backends(testing::runtime(), fock_system.layout(), config);
  backends.density = std::make_unique<MovedByMpi>(std::move(backends.density));
  backends.fock = std::make_unique<MovedByMpi>(std::move(backends.fock));
  FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(backends));
  const FockBuild own = testing::verified(build_on("own", system, threshold));
  const FockBuild staged = testing::verified(build_on("gpu", system, threshold));
  const FockBuild direct = testing::verified(builder.build(testing::dealt_out(system.density)));
  EXPECT_EQ(direct.quartets, own.quartets);
  EXPECT_LE(testing::largest_difference(direct.g, whole(own.g)), 1e-7);
  if (world().rank() != 0) return;
  EXPECT_EQ(quartets_on_cores(direct), quartets_on_cores(staged));
}

TEST(GpuEngine, ComputesInTheBlocksThatMpiMoves) {
  for (const int spins : {1, 2}) {
    for (const ThreadOptions& threads : {ThreadOptions{1, "multiple"}, ThreadOptions{2, "multiple"}})
      expect_direct_quartets(testing::FixedSystem("water", "6-31g*", spins), 1e-9, threads);
    expect_direct_quartets(testing::FixedSystem("hf", "cc-pvtz", spins), 1e-9, {});
  }
}

// An MPI library without support for CUDA would crash.
TEST(GpuEngine, IsRefusedDirectBlocksWithoutAnMpiForThem) {
  const MockVariable nothing("FOCKPROXY_CUDA_MPI", "0");
  if (says_it_takes_cuda_memory()) GTEST_SKIP() << "this MPI supports CUDA";
  FockConfig config = config_on("gpu", 0);
  config.integrals.device_path = "direct";
  try {
    build_as(config, testing::FixedSystem("water", "sto-3g", 1));
    FAIL() << "not refused";
  } catch (const AgreedUsageError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("UNSUPPORTED: this MPI does not report")) << error.what();
  }
}

TEST(GpuEngine, TakesNewMaximaForEachBuild) {
  testing::FixedSystem system("water", "sto-3g", 1);
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system("atom");
  const FockConfig config = config_on("gpu", 1e-4);
  FockBuilder builder({testing::runtime(), watchdog}, fock_system, config);
  const FockBuild first = testing::verified(builder.build(testing::dealt_out(system.density)));
  for (Matrix& density : system.density) density *= 1e-3;
  const FockBuild second = testing::verified(builder.build(testing::dealt_out(system.density)));
  EXPECT_LT(second.quartets, first.quartets);
  EXPECT_EQ(second.quartets, testing::verified(build_on("own", system, 1e-4)).quartets);
}

// As a step of the ladder asks for it.
TEST(GpuEngine, IsRefusedForBlocksOfTheHost) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system("atom");
  FockConfig config = config_on("gpu", 0);
  config.integrals.device_path = "host";
  try {
    const FockBuilder builder({testing::runtime(), watchdog}, fock_system, config);
    FAIL() << "not refused";
  } catch (const AgreedUsageError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("--device-path host with --integrals gpu: UNSUPPORTED: "))
        << error.what();
  }
}

// Rank 1 has device 1, if there are two ranks.
TEST(GpuEngine, IsRefusedOnAllRanksIfTheGpuOfOneIsTooOld) {
  const MockVariable fault("MOCK_CUDA_FAULT", "old");
  const testing::FixedSystem system("water", "sto-3g", 1);
  std::string reason;
  try {
    EXPECT_TRUE(build_on("gpu", system, 0).verified());
  } catch (const AgreedUsageError& error) {
    reason = error.what();
  }
  const bool refused = reason.starts_with("UNSUPPORTED: the kernels for GPUs need compute capability 8");
  EXPECT_EQ(refused, world().size() > 1) << reason;
}

TEST(GpuEngine, HasItsFaultsFound) {
  const MockVariable fault("MOCK_CUDA_FAULT", "lose");
  const testing::FixedSystem system("water", "sto-3g", 1);
  EXPECT_FALSE(build_on("gpu", system, 0).verified());
}

TEST(GpuEngine, SaysWhatNeedsLessMemory) {
  const MockVariable fault("MOCK_CUDA_FAULT", "full");
  const testing::FixedSystem system("water", "sto-3g", 1);
  try {
    build_on("gpu", system, 0);
    FAIL() << "no exception";
  } catch (const ComputationError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("the GPU has no memory for ")) << error.what();
  }
}

// Calls use(engine, batch, screen, fock) with an engine and the blocks of one task. `fock` has its blocks of F.
template <class Use>
void with_one_task(DeviceWait wait, Use use, DevicePath path = DevicePath::staged) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const FockSystem fock_system = system.fock_system("atom");
  Watchdog watchdog(0, 0);
  const Session session{testing::runtime(), watchdog};
  const auto engine = look_up(Type<EngineEntry>{}, "gpu")
                          .make({.session = session,
                                 .system = fock_system,
                                 .wait = wait,
                                 .path = path,
                                 .kernels = &eri::portable_kernels,
                                 .digestor = {}});
  const WholeScreen screen(system.basis, fock_system.partition, system.schwarz, {system.basis, system.density}, 0);
  const auto largest = static_cast<std::size_t>(fock_system.partition.largest_block());
  std::vector<double> density(largest * largest, 0.5), fock(block_roles * density.size());
  std::vector<TaskInFlight> batch(1);
  batch[0].blocks.density.fill(density.data());
  for (int role = 0; role < block_roles; ++role) batch[0].blocks.fock[role] = fock.data() + role * density.size();
  engine->begin(screen);
  use(*engine, batch, screen, fock);
}

TEST(GpuEngine, ThrowsTheErrorsOfTheDevice) {
  with_one_task(DeviceWait::spin, [](Engine& engine, std::vector<TaskInFlight>& batch, const QuartetScreen& screen,
                                     const std::vector<double>& fock) {
    NoProgress idle;
    {
      const MockVariable fault("MOCK_CUDA_FAULT", "refuse");
      try {
        engine.submit(batch, screen);
        FAIL() << "no exception";
      } catch (const ComputationError& error) {
        EXPECT_STREQ(error.what(), "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED");
      }
    }
    EXPECT_EQ(fock, std::vector<double>(fock.size(), 0.0));
    engine.submit(batch, screen);  // it can be used after it threw
    engine.wait(idle);
    EXPECT_GT(batch[0].counts.quartets, 0);
    EXPECT_NE(fock, std::vector<double>(fock.size(), 0.0));
  });
}

// A copy to ordinary memory of the host is done when the call returns, and so are the kernels before it. Later errors
// of the device do not change the result.
TEST(GpuEngine, HasComputedWhenItSubmittedWithOrdinaryMemory) {
  for (const DevicePath path : {DevicePath::staged, DevicePath::pageable})
    with_one_task(
        DeviceWait::spin,
        [&](Engine& engine, std::vector<TaskInFlight>& batch, const QuartetScreen& screen,
            const std::vector<double>& fock) {
          NoProgress idle;
          engine.submit(batch, screen);
          const MockVariable fault("MOCK_CUDA_FAULT", "crash");
          if (path == DevicePath::pageable) {
            EXPECT_NO_THROW(engine.wait(idle));
            EXPECT_GT(batch[0].counts.quartets, 0);
            EXPECT_NE(fock, std::vector<double>(fock.size(), 0.0));
          } else {
            EXPECT_THROW(engine.wait(idle), ComputationError);
          }
        },
        path);
}

// After such an error CUDA calls no callbacks.
TEST(GpuEngine, ThrowsTheErrorsOfItsKernelsWithEachWayToWait) {
  for (const DeviceWaitEntry& wait : device_wait_table())
    with_one_task(wait.wait, [&](Engine& engine, std::vector<TaskInFlight>& batch, const QuartetScreen& screen,
                                 const std::vector<double>& fock) {
      NoProgress idle;
      engine.submit(batch, screen);
      const MockVariable fault("MOCK_CUDA_FAULT", "crash");
      try {
        engine.wait(idle);
        ADD_FAILURE() << wait.name << ": no exception";
      } catch (const ComputationError& error) {
        EXPECT_TRUE(std::string_view(error.what()).ends_with(": CUDA_ERROR_LAUNCH_FAILED")) << error.what();
      }
      EXPECT_EQ(fock, std::vector<double>(fock.size(), 0.0));
    });
}

}  // namespace
}  // namespace fockproxy
