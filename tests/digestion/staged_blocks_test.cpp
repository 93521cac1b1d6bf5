// Blocks that are staged for a device: the device has copies of its own, and what it adds arrives once.
#include "digestion/staged_blocks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace fockproxy {
namespace {

// Tasks with I and J in common, on blocks of 2, 3 and 4 functions. They share block IJ of D and of F. All numbers
// differ.
class StagedTasks {
 public:
  StagedTasks(int tasks, int spins) : spins_(spins) {
    constexpr std::array all{Task{2, 1, 1, 0}, Task{2, 1, 2, 0}, Task{2, 1, 2, 1}};
    for (int t = 0; t < tasks; ++t) {
      TaskInFlight one{.task = all[static_cast<std::size_t>(t)]};
      for (int role = 0; role < block_roles; ++role) {
        const bool shared = role == ij && t > 0;
        one.blocks.density[role] = shared ? batch[0].blocks.density[role] : make_block(density_, one.task, role);
        one.blocks.fock[role] = shared ? batch[0].blocks.fock[role] : make_block(fock_, one.task, role);
      }
      batch.push_back(one);
    }
  }

  std::size_t elements(const Task& task, int role) const {
    const auto [row, column] = block_pairs(task)[role];
    return static_cast<std::size_t>(partition.functions(row) * spins_ * partition.functions(column));
  }
  // The elements of a task's block.
  std::vector<double> density(const TaskInFlight& one, int role) const {
    return {one.blocks.density[role], one.blocks.density[role] + elements(one.task, role)};
  }
  std::vector<double> fock(const TaskInFlight& one, int role) const {
    return {one.blocks.fock[role], one.blocks.fock[role] + elements(one.task, role)};
  }
  void overwrite_density() {
    for (std::vector<double>& block : density_) block.assign(block.size(), -1);
  }

  BlockPartition partition{std::vector<int>{0, 2, 5, 9}};
  std::vector<TaskInFlight> batch;

 private:
  double* make_block(std::vector<std::vector<double>>& blocks, const Task& task, int role) {
    std::vector<double>& block = blocks.emplace_back(elements(task, role));
    for (double& x : block) x = ++last_;
    return block.data();
  }

  int spins_;
  double last_ = 0;
  std::vector<std::vector<double>> density_, fock_;
};

TEST(StagedBlocks, GiveTheDeviceItsOwnBlocks) {
  for (const int spins : {1, 2}) {
    StagedTasks host(3, spins);
    StagedBlocks staged(host.partition, spins);
    staged.pack(host.batch);
    std::vector<std::vector<double>> expected;
    for (const TaskInFlight& one : host.batch)
      for (int role = 0; role < block_roles; ++role) expected.push_back(host.density(one, role));
    host.overwrite_density();  // as the cache may, before the device has begun
    staged.upload();
    const std::span<TaskInFlight> device = staged.on_device();
    ASSERT_EQ(device.size(), host.batch.size());
    std::size_t n = 0;
    for (std::size_t t = 0; t < device.size(); ++t) {
      EXPECT_EQ(device[t].task, host.batch[t].task);
      for (int role = 0; role < block_roles; ++role) {
        EXPECT_EQ(host.density(device[t], role), expected[n++]) << "task " << t << ", block " << role;
        EXPECT_EQ(host.fock(device[t], role), std::vector<double>(host.elements(device[t].task, role), 0.0));
        EXPECT_NE(device[t].blocks.density[role], host.batch[t].blocks.density[role]);
        EXPECT_NE(device[t].blocks.fock[role], host.batch[t].blocks.fock[role]);
      }
    }
  }
}

// What the device adds for task t to its block `role`, different for each element.
double added(std::size_t t, int role, std::size_t element) {
  return 1000.0 * static_cast<double>(t + 1) + 100.0 * role + static_cast<double>(element);
}

// Does one batch and compares F of the host with the sum of what all tasks added.
void expect_sums(StagedBlocks& staged, StagedTasks& host) {
  const auto elements = [&](std::size_t t, int role) { return host.elements(host.batch[t].task, role); };
  std::vector<std::vector<double>> expected;
  for (std::size_t t = 0; t < host.batch.size(); ++t)
    for (int role = 0; role < block_roles; ++role) {
      expected.push_back(host.fock(host.batch[t], role));
      for (std::size_t e = 0; e < elements(t, role); ++e)
        for (std::size_t other = 0; other < host.batch.size(); ++other)
          if (other == t || role == ij) expected.back()[e] += added(other, role, e);
    }
  staged.pack(host.batch);
  staged.upload();
  const std::span<TaskInFlight> device = staged.on_device();
  for (std::size_t t = 0; t < device.size(); ++t) {
    device[t].counts = {.quartets = static_cast<std::int64_t>(t) + 5, .integrals = 7};
    for (int role = 0; role < block_roles; ++role)
      for (std::size_t e = 0; e < elements(t, role); ++e) device[t].blocks.fock[role][e] += added(t, role, e);
  }
  const std::vector<double> before = host.fock(host.batch[0], kl);
  staged.download();
  EXPECT_EQ(host.fock(host.batch[0], kl), before) << "the host's blocks change in add() only";
  staged.add(host.batch);
  std::size_t n = 0;
  for (std::size_t t = 0; t < host.batch.size(); ++t) {
    EXPECT_EQ(host.batch[t].counts.quartets, static_cast<std::int64_t>(t) + 5);
    EXPECT_EQ(host.batch[t].counts.integrals, 7);
    for (int role = 0; role < block_roles; ++role)
      EXPECT_EQ(host.fock(host.batch[t], role), expected[n++]) << "task " << t << ", block " << role;
  }
}

// Also after a smaller and a larger batch, which have the same buffers.
TEST(StagedBlocks, AddWhatTheDeviceAddedOnce) {
  for (const int spins : {1, 2}) {
    StagedTasks two(2, spins), one(1, spins), three(3, spins);
    StagedBlocks staged(two.partition, spins);
    for (StagedTasks* host : {&two, &one, &three, &one, &two}) expect_sums(staged, *host);
  }
}

}  // namespace
}  // namespace fockproxy
