// Blocks that one-sided calls move from and to a device: the device computes in them, and what the
// thread adds reaches them once.
#include "digestion/direct_blocks.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <numeric>
#include <vector>

namespace fockproxy {
namespace {

// Two tasks with I and J in common, on blocks of 2 and 3 functions. Their blocks are on an emulated device, and they
// share block IJ of D and of F. All numbers of D and F differ.
class DirectTasks {
 public:
  explicit DirectTasks(int spins) : spins_(spins) {
    for (const Task& task : {Task{1, 1, 1, 0}, Task{1, 1, 1, 1}}) {
      TaskInFlight one{.task = task};
      for (int role = 0; role < block_roles; ++role) {
        const bool shared = role == ij && !batch.empty();
        one.blocks.density[role] = shared ? batch[0].blocks.density[role] : make_block(task, role);
        one.blocks.fock[role] = shared ? batch[0].blocks.fock[role] : make_block(task, role);
      }
      batch.push_back(one);
    }
  }

  std::size_t elements(const Task& task, int role) const { return elements_of(partition, spins_, task, role); }
  // What a block of the device contains.
  std::vector<double> content(const double* block, std::size_t elements) {
    std::vector<double> numbers(elements);
    memory->copy_to_host(numbers.data(), block, elements);
    return numbers;
  }

  BlockPartition partition{std::vector<int>{0, 2, 5}};
  std::unique_ptr<BlockMemory> memory = make_emulated_memory();
  std::vector<TaskInFlight> batch;

 private:
  double* make_block(const Task& task, int role) {
    std::vector<double> numbers(elements(task, role));
    std::iota(numbers.begin(), numbers.end(), last_);
    last_ += static_cast<double>(numbers.size());
    PlacedBlock& block = blocks_.emplace_back(*memory, numbers.size());
    memory->copy_from_host(block.data(), numbers.data(), numbers.size());
    return block.data();
  }

  int spins_;
  double last_ = 1;
  std::deque<PlacedBlock> blocks_;
};

TEST(DirectBlocks, AreThoseOfTheTasks) {
  for (const int spins : {1, 2}) {
    DirectTasks device(spins);
    DirectBlocks blocks(device.partition, spins, *device.memory, std::make_unique<EmulatedMemory>());
    std::vector<TaskInFlight> host = device.batch;
    blocks.pack(host);
    for (std::size_t t = 0; t < host.size(); ++t)
      for (int role = 0; role < block_roles; ++role) {
        const TaskBlocks &here = host[t].blocks, &there = device.batch[t].blocks;
        EXPECT_NE(here.density[role], there.density[role]);
        EXPECT_NE(here.fock[role], there.fock[role]);
        EXPECT_EQ(blocks.density_on_device(here.density[role], 0), there.density[role]);
        EXPECT_EQ(blocks.fock_on_device(here.fock[role]), there.fock[role]);
      }
  }
}

TEST(DirectBlocks, CopySumsOfBothSpins) {
  DirectTasks device(2);
  DirectBlocks blocks(device.partition, 2, *device.memory, std::make_unique<EmulatedMemory>());
  std::vector<TaskInFlight> host = device.batch;
  blocks.pack(host);
  const std::size_t elements = device.elements(host[0].task, ij);
  const double* const density = host[0].blocks.density[ij];
  EXPECT_EQ(std::vector(density, density + elements), device.content(device.batch[0].blocks.density[ij], elements));
  const std::vector<double> sum(elements / 2, 7.0);
  const double* const there = blocks.density_on_device(sum.data(), sum.size());
  EXPECT_EQ(blocks.density_on_device(sum.data(), sum.size()), there);
  blocks.upload();
  EXPECT_EQ(std::vector(there, there + sum.size()), sum);  // emulated
}

// With and without a part of the thread. A shared block gets what was added to it once.
TEST(DirectBlocks, AddWhatTheThreadComputed) {
  for (const int spins : {1, 2})
    for (const bool shared : {false, true, true, false}) {
      DirectTasks device(spins);
      DirectBlocks blocks(device.partition, spins, *device.memory, std::make_unique<EmulatedMemory>());
      std::vector<TaskInFlight> host = device.batch;
      blocks.pack(host);
      if (shared) blocks.share_with_host();
      std::vector<std::vector<double>> expected;
      for (std::size_t t = 0; t < host.size(); ++t)
        for (int role = 0; role < block_roles; ++role) {
          const std::size_t elements = device.elements(host[t].task, role);
          const TaskBlocks &here = host[t].blocks, &there = device.batch[t].blocks;
          expected.push_back(device.content(there.fock[role], elements));
          if (!shared) continue;
          EXPECT_EQ(std::vector(here.density[role], here.density[role] + elements),
                    device.content(there.density[role], elements));
          for (std::size_t e = 0; e < elements; ++e) {
            here.fock[role][e] += 100.0;
            expected.back()[e] += role == ij ? 200.0 : 100.0;  // both tasks add to IJ
          }
        }
      blocks.upload();
      blocks.download();
      blocks.add(host);
      std::size_t n = 0;
      for (const TaskInFlight& one : device.batch)
        for (int role = 0; role < block_roles; ++role)
          EXPECT_EQ(device.content(one.blocks.fock[role], device.elements(one.task, role)), expected[n++])
              << "block " << role;
    }
}

}  // namespace
}  // namespace fockproxy
