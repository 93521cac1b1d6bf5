#include "digestion/staged_blocks.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fockproxy {

// Buffers keep the largest size that a batch had.
void EmulatedMemory::reserve(std::size_t numbers) {
  if (host_.size() >= numbers) return;
  host_.resize(numbers);
  device_.resize(numbers);
}
void EmulatedMemory::upload(std::size_t numbers) { std::copy_n(host_.data(), numbers, device_.data()); }
void EmulatedMemory::clear(std::size_t numbers) { std::fill_n(device_.data(), numbers, 0.0); }
void EmulatedMemory::download(std::size_t numbers) { std::copy_n(device_.data(), numbers, host_.data()); }

StagedBlocks::StagedBlocks(const BlockPartition& partition, int spins, std::unique_ptr<MirroredMemory> density,
                           std::unique_ptr<MirroredMemory> fock)
    : partition_(partition), spins_(spins), density_memory_(std::move(density)), fock_memory_(std::move(fock)) {}

StagedBlocks::StagedBlocks(const BlockPartition& partition, int spins)
    : StagedBlocks(partition, spins, std::make_unique<EmulatedMemory>(), std::make_unique<EmulatedMemory>()) {}

void StagedBlocks::pack(std::span<TaskInFlight> batch) {
  density_.clear();
  fock_.clear();
  for (const TaskInFlight& one : batch)
    for (int role = 0; role < block_roles; ++role) {
      const std::size_t elements = elements_of(partition_, spins_, one.task, role);
      density_.add(one.blocks.density[role], elements);
      fock_.add(one.blocks.fock[role], elements);
    }
  density_memory_->reserve(density_.size + elements_of_sums(partition_, spins_, batch));
  fock_memory_->reserve(fock_.size);

  tasks_.assign(batch.begin(), batch.end());
  for (TaskInFlight& one : tasks_)
    for (int role = 0; role < block_roles; ++role) {
      one.blocks.density[role] = density_memory_->device() + density_.first.at(one.blocks.density[role]);
      one.blocks.fock[role] = fock_memory_->device() + fock_.first.at(one.blocks.fock[role]);
    }
  for (const auto& block : density_.blocks)
    std::copy_n(block.address, block.elements, density_memory_->host() + block.first);
}

const double* StagedBlocks::density_on_device(const double* host, std::size_t elements) {
  if (density_.add(host, elements)) std::copy_n(host, elements, density_memory_->host() + density_.first.at(host));
  return density_memory_->device() + density_.first.at(host);
}

void StagedBlocks::upload() {
  density_memory_->upload(density_.size);
  fock_memory_->clear(fock_.size);
}

void StagedBlocks::download() { fock_memory_->download(fock_.size); }

void StagedBlocks::add(std::span<TaskInFlight> batch) {
  assert(batch.size() == tasks_.size());
  const double* const fock = fock_memory_->host();
  for (const auto& block : fock_.blocks)
    for (std::size_t e = 0; e < block.elements; ++e) block.address[e] += fock[block.first + e];
  for (std::size_t t = 0; t < batch.size(); ++t) batch[t].counts = tasks_[t].counts;
}

}  // namespace fockproxy
