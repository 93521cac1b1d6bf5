// Every engine, with every way to wait for it, with blocks of the host and of a device, with several tasks in flight
// and with a batch in two parts, gives the reference G. Its faults are found, and its exceptions reach the caller.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "contracts/faulty_digestor.hpp"
#include "contracts/faulty_matrices.hpp"
#include "digestion/split_engine.hpp"
#include "fixed_system.hpp"
#include "fock/fock_builder.hpp"
#include "packed.hpp"
#include "parallel/mpi_introspection.hpp"
#include "support/mpi_test.hpp"
#include "tasks/whole_screen.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::world;

struct EngineCase {
  const EngineEntry* engine;
  const DeviceWaitEntry* wait;
  const DevicePathEntry* path = &device_path_table()[0];  // host
  int streams = 1;
};

// Why an engine cannot work here; empty if it can.
std::string reason_against(const EngineEntry& engine) {
  try {
    if (engine.require) engine.require();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

// Of the engines that can work here. Blocks are staged with two of the ways to wait, because both are independent. A
// device that cannot compute in the blocks of the host has them staged with all. Batches are in two parts, and
// one-sided calls move the blocks of the device, with the same two ways. A batch of one task has one part.
std::vector<EngineCase> cases() {
  std::vector<EngineCase> all;
  for (const EngineEntry& engine : engine_table()) {
    if (!reason_against(engine).empty()) continue;
    for (const DeviceWaitEntry& wait : device_wait_table()) {
      if (!engine.own_memory && (engine.device || wait.wait == DeviceWait::spin)) all.push_back({&engine, &wait});
      const bool one_of_two = wait.wait == DeviceWait::block || wait.wait == DeviceWait::poll;
      const DevicePathEntry& staged = look_up(Type<DevicePathEntry>{}, "staged");
      if (engine.own_memory || (engine.staged && one_of_two)) all.push_back({&engine, &wait, &staged});
      if (engine.staged && one_of_two) all.push_back({&engine, &wait, &staged, 2});
      if (engine.staged && one_of_two) all.push_back({&engine, &wait, &look_up(Type<DevicePathEntry>{}, "direct")});
      if (engine.staged && wait.wait == DeviceWait::block)
        all.push_back({&engine, &wait, &look_up(Type<DevicePathEntry>{}, "pageable")});
    }
  }
  return all;
}

// A thread that waits by poll is inside MPI, and so several threads would be.
std::vector<ThreadOptions> teams(const EngineCase& of) {
  std::vector<ThreadOptions> all{{1, "multiple"}, {2, "multiple"}};
  if (!of.engine->device || of.wait->wait != DeviceWait::poll) all.push_back({2, "serialized"});
  return all;
}

FockConfig config_of(const EngineCase& of, int in_flight, const ThreadOptions& threads = {}) {
  FockConfig config{.integrals = {.threshold = 0,
                                  .source = *of.engine,
                                  .device_wait = *of.wait,
                                  .device_path = *of.path,
                                  .device_streams = of.streams},
                    .blocks = {.in_flight = in_flight}};
  config.dealing.chunk = in_flight;
  config.threads = threads;
  return config;
}

using Wrap = std::function<std::unique_ptr<Digestor>(std::unique_ptr<Digestor>)>;

FinishedBuild build(const testing::FixedSystem& system, const FockConfig& config, const Wrap& wrap = {}) {
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system("atom");
  BuildBackends backends = make_backends(testing::runtime(), fock_system.layout(), config);
  backends.digestor = wrap;
  FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(backends));
  builder.build(testing::dealt_out(system.density));  // the second build starts with what the first left
  return builder.build(testing::dealt_out(system.density));
}

// Whether one-sided calls would get addresses in the memory of a GPU.
bool is_direct_on_gpu(const EngineCase& of) { return of.engine->own_memory && of.path->path == DevicePath::direct; }

class Engines : public ::testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    if (is_direct_on_gpu(GetParam()) && world().min(says_it_takes_cuda_memory() ? 1 : 0) == 0)
      GTEST_SKIP() << "this MPI does not report support for CUDA";
  }
};
// Engines whose digestors a test can replace. tests/gpu has the like for the others.
class EnginesOnDigestors : public ::testing::TestWithParam<EngineCase> {};

TEST_P(Engines, GiveTheReferenceWithAnyNumberInFlight) {
  const testing::FixedSystem system("water", "sto-3g", 2);
  const SpinMatrices reference = system.reference();
  for (const ThreadOptions& threads : teams(GetParam()))
    for (const int in_flight : {1, 2, 8}) {
      SCOPED_TRACE(fmt::format("{} threads, {}, {} in flight", threads.count, threads.calls.name(), in_flight));
      testing::watchdog().beat();
      const FockBuild done = testing::verified(build(system, config_of(GetParam(), in_flight, threads)));
      EXPECT_LE(testing::largest_difference(done.g, reference), 1e-11);
    }
}

// Notes the size of the largest batch of all threads.
class Noting final : public Digestor {
 public:
  Noting(std::unique_ptr<Digestor> digestor, std::atomic<std::ptrdiff_t>& largest)
      : digestor_(std::move(digestor)), largest_(largest) {}
  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override {
    return digestor_->digest(task, screen, blocks, progress);
  }
  void digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen, ProgressStrategy& progress) override {
    std::ptrdiff_t before = largest_;
    while (before < std::ssize(batch) && !largest_.compare_exchange_weak(before, std::ssize(batch))) {
    }
    digestor_->digest_batch(batch, screen, progress);
  }

 private:
  std::unique_ptr<Digestor> digestor_;
  std::atomic<std::ptrdiff_t>& largest_;
};

TEST_P(EnginesOnDigestors, SayHowManyTasksAreInFlight) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const SpinMatrices reference = system.reference();
  for (const ThreadOptions& threads : teams(GetParam()))
    for (const double sleep : {0.0, 1e-5}) {  // of a task
      SCOPED_TRACE(fmt::format("{} threads, {}, {} s of sleep", threads.count, threads.calls.name(), sleep));
      FockConfig config = config_of(GetParam(), 0, threads);
      config.integrals.task_sleep = sleep;
      config.dealing.chunk = 1000;  // all tasks
      std::atomic<std::ptrdiff_t> noted = 0;
      const FockBuild done = testing::verified(
          build(system, config, [&](auto digestor) { return std::make_unique<Noting>(std::move(digestor), noted); }));
      EXPECT_LE(testing::largest_difference(done.g, reference), 1e-11);
      const std::ptrdiff_t largest = world().max(noted.load());
      EXPECT_LE(largest, GetParam().engine->in_flight);
      EXPECT_EQ(largest > 1, GetParam().engine->in_flight > 1);
    }
}

// A fetched block that is wrong, and a contribution that is lost. The checks look at blocks of a device too.
TEST_P(Engines, HaveWrongBlocksFound) {
  if (is_direct_on_gpu(GetParam()) && !GetParam().engine->describe(testing::runtime()).starts_with("Mock"))
    GTEST_SKIP() << "the host cannot make faults in the memory of a GPU";
  const testing::FixedSystem system("water", "sto-3g", 1);
  for (const contracts::MatrixFault fault : {contracts::MatrixFault::misread, contracts::MatrixFault::lose}) {
    testing::watchdog().beat();
    Watchdog watchdog(0, 0);
    const FockSystem fock_system = system.fock_system("atom");
    const FockConfig config = config_of(GetParam(), 2);
    BuildBackends backends = make_backends(testing::runtime(), fock_system.layout(), config);
    std::unique_ptr<DistributedMatrix>& matrix =
        fault == contracts::MatrixFault::misread ? backends.density : backends.fock;
    matrix = std::make_unique<contracts::FaultyMatrix>(std::move(matrix), fault, 0);
    FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(backends));
    EXPECT_FALSE(builder.build(testing::dealt_out(system.density)).verified());
  }
}

// Blocks are fetched ahead while the engine computes.
TEST_P(Engines, GiveTheReferenceWhileTheNextBlocksTravel) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  FockConfig config = config_of(GetParam(), 1);
  config.blocks.prefetch_blocks = true;
  const FockBuild done = testing::verified(build(system, config));
  EXPECT_LE(testing::largest_difference(done.g, system.reference()), 1e-11);
}

TEST_P(EnginesOnDigestors, HaveTheirFaultsFound) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const BlockPartition partition = system.fock_system("atom").partition;
  for (const ThreadOptions& threads : teams(GetParam()))
    for (const int in_flight : {1, 2, 8}) {
      SCOPED_TRACE(fmt::format("{} threads, {}, {} in flight", threads.count, threads.calls.name(), in_flight));
      testing::watchdog().beat();
      const FinishedBuild done = build(system, config_of(GetParam(), in_flight, threads), [&](auto digestor) {
        return std::make_unique<contracts::FaultyDigestor>(std::move(digestor),
                                                           contracts::Sabotage{contracts::DigestFault::lose, 1, 7},
                                                           system.basis, partition, system.density);
      });
      EXPECT_FALSE(done.verified());
    }
}

// A computation that fails at once.
class Refusing final : public Digestor {
 public:
  Counts digest(const Task&, const QuartetScreen&, const TaskBlocks&, ProgressStrategy&) override {
    throw std::runtime_error("refused");
  }
};

TEST_P(EnginesOnDigestors, ThrowWhatTheComputationThrew) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const FockSystem fock_system = system.fock_system("atom");
  Watchdog watchdog(0, 0);
  const Session session{testing::runtime(), watchdog};
  const auto engine = make_engine(*GetParam().engine, {.session = session,
                                                       .system = fock_system,
                                                       .wait = GetParam().wait->wait,
                                                       .path = GetParam().path->path,
                                                       .kernels = nullptr,
                                                       .digestor = [] { return std::make_unique<Refusing>(); },
                                                       .streams = GetParam().streams});
  const WholeScreen screen(system.basis, fock_system.partition, system.schwarz, {system.basis, system.density}, 0);
  NoProgress idle;
  const auto largest = static_cast<std::size_t>(fock_system.partition.largest_block());
  std::vector<double> density(largest * largest), fock(block_roles * density.size());
  std::vector<TaskInFlight> batch(1);
  batch[0].blocks.density.fill(density.data());
  for (int role = 0; role < block_roles; ++role) batch[0].blocks.fock[role] = fock.data() + role * density.size();
  for (int again = 0; again < 2; ++again) {  // an engine can be used after it threw
    engine->submit(batch, screen);
    EXPECT_THROW(engine->wait(idle), std::runtime_error);
  }
  EXPECT_EQ(fock, std::vector<double>(fock.size(), 0.0));
}

std::vector<EngineCase> cases_on_digestors() {
  std::vector<EngineCase> all = cases();
  std::erase_if(all, [](const EngineCase& one) { return !one.engine->digestors; });
  return all;
}

std::string name_of_case(const ::testing::TestParamInfo<EngineCase>& info) {
  return fmt::format("{}_{}{}{}", info.param.engine->name, info.param.wait->name,
                     info.param.path->path == DevicePath::host ? "" : fmt::format("_{}", info.param.path->name),
                     info.param.streams > 1 ? fmt::format("_{}_streams", info.param.streams) : "");
}

INSTANTIATE_TEST_SUITE_P(All, Engines, ::testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(All, EnginesOnDigestors, ::testing::ValuesIn(cases_on_digestors()), name_of_case);

// Each engine is in the tests above, or a build with it is refused on all ranks, with the reason.
TEST(EngineTable, SaysWhichEnginesCannotWorkHere) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  int works = 0;
  for (const EngineEntry& engine : engine_table()) {
    const std::string reason = reason_against(engine);
    works += reason.empty() ? 1 : 0;
    if (reason.empty()) continue;
    EXPECT_TRUE(reason.starts_with("UNSUPPORTED: ")) << reason;
    try {
      build(system, config_of({&engine, &look_up(Type<DeviceWaitEntry>{}, "spin")}, 1));
      ADD_FAILURE() << engine.name << " computed";
    } catch (const AgreedUsageError& error) {
      EXPECT_EQ(error.what(), reason);
    }
  }
  EXPECT_GE(works, 4);  // own, libint, emulated, team
}

TEST(DeviceWait, PollsOnOneThreadAtATime) {
  FockConfig config = config_of({&look_up(Type<EngineEntry>{}, "emulated"), &look_up(Type<DeviceWaitEntry>{}, "poll")},
                                1, {2, "multiple"});
  EXPECT_NO_THROW(runtime_needs(config));
  config.threads.calls = "serialized";
  EXPECT_THROW(runtime_needs(config), UsageError);
}

// Without --device-path the blocks are where the engine computes.
TEST(EngineTable, HasADefaultPathForEachEngine) {
  for (const EngineEntry& engine : engine_table()) {
    FockConfig config{.integrals = {.source = engine}};
    EXPECT_NO_THROW(runtime_needs(config)) << engine.name;
    EXPECT_EQ(config.integrals.effective_device_path().name, engine.own_memory ? "staged" : "host") << engine.name;
    config.integrals.device_path = "direct";
    EXPECT_EQ(config.integrals.effective_device_path().name, "direct") << engine.name;
  }
}

// An option that an engine cannot obey is refused.
TEST(EngineTable, RefusesWhatAnEngineCannotDo) {
  for (const EngineEntry& engine : engine_table()) {
    FockConfig config{.integrals = {.source = engine}};
    for (const char* const path : {"pageable", "staged", "direct"}) {
      config.integrals.device_path = path;
      if (engine.staged) EXPECT_NO_THROW(runtime_needs(config)) << engine.name;
      else EXPECT_THROW(runtime_needs(config), AgreedUsageError) << engine.name;
    }
    config.integrals.device_path = "device";
    EXPECT_THROW(runtime_needs(config), AgreedUsageError) << engine.name;
    config.integrals.device_path = "host";
    if (engine.own_memory) EXPECT_THROW(runtime_needs(config), AgreedUsageError) << engine.name;
    else EXPECT_NO_THROW(runtime_needs(config)) << engine.name;
    config.integrals.device_path.reset();
    if (!engine.digestors) {
      FockConfig exact = config, sleeping = config;
      exact.blocks.sum = "exact";
      sleeping.integrals.task_sleep = 1e-3;
      EXPECT_THROW(runtime_needs(exact), AgreedUsageError) << engine.name;
      EXPECT_THROW(runtime_needs(sleeping), AgreedUsageError) << engine.name;
    }
    config.integrals.simd = &eri::simd_paths()[0];
    if (engine.kernels) EXPECT_THROW(runtime_needs(config), AgreedUsageError) << engine.name;
    else EXPECT_NO_THROW(runtime_needs(config)) << engine.name;
  }
}

// Blocks in memory of a device are refused to what loads, stores or copies them on the host.
TEST(EngineTable, KeepsTheHostFromBlocksOfADevice) {
  const FockConfig direct{.integrals = {.source = "emulated", .device_path = "direct"}};
  const auto expect_refused = [&](auto change) {
    FockConfig config = direct;
    change(config);
    EXPECT_THROW(refuse_impossible_engine(config), AgreedUsageError);
  };
  for (const char* const cache : {"none", "ijk"}) {
    FockConfig config = direct;
    config.blocks.cache = cache;
    config.blocks.matrices.storage = BlockStorage::strided;
    EXPECT_NO_THROW(refuse_impossible_engine(config));
  }
  for (const MatrixEntry& matrix : matrix_table())
    if (matrix.name != "rma") expect_refused([&](FockConfig& config) { config.blocks.matrix = matrix; });
  for (const char* const cache : {"merged", "replicated"})
    expect_refused([&](FockConfig& config) { config.blocks.cache = cache; });
  for (const char* const sum : {"exact", "exact-wide"})
    expect_refused([&](FockConfig& config) { config.blocks.sum = sum; });
  expect_refused([](FockConfig& config) { config.blocks.matrices.storage = BlockStorage::rows; });
  expect_refused([](FockConfig& config) { config.blocks.node_reads = true; });
  expect_refused([](FockConfig& config) { config.integrals.device_streams = 2; });
  // A step of the ladder has options that only its builder sees.
  FockConfig merged = direct;
  merged.blocks.cache = "merged";
  EXPECT_THROW(build(testing::FixedSystem("water", "sto-3g", 1), merged), AgreedUsageError);
}

// Parts of a batch need a device with blocks of its own, and at least one task each.
TEST(EngineTable, DividesABatchOnlyWhereItCan) {
  for (const EngineEntry& engine : engine_table()) {
    FockConfig config{.integrals = {.source = engine, .device_path = "host", .device_streams = 2},
                      .blocks = {.in_flight = 2}};
    EXPECT_THROW(runtime_needs(config), AgreedUsageError) << engine.name;
    if (!engine.staged) continue;
    for (const char* const path : {"pageable", "staged"}) {
      config.integrals.device_path = path;
      EXPECT_NO_THROW(runtime_needs(config)) << engine.name;
    }
    FockConfig all = config, three = config, ahead = config;
    all.blocks.in_flight = 0;
    EXPECT_NO_THROW(runtime_needs(all)) << engine.name;
    three.integrals.device_streams = 3;
    EXPECT_THROW(runtime_needs(three), AgreedUsageError) << engine.name;
    ahead.blocks.prefetch_blocks = true;  // one task at a time
    EXPECT_THROW(runtime_needs(ahead), AgreedUsageError) << engine.name;
  }
}

}  // namespace
}  // namespace fockproxy
