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
  places_.find(partition_, spins_, batch);
  density_memory_->reserve(places_.density.size + elements_of_sums(partition_, spins_, batch));
  fock_memory_->reserve(places_.fock.size);

  tasks_.assign(batch.begin(), batch.end());
  places_.move(tasks_, density_memory_->device(), fock_memory_->device());
  for (const auto& block : places_.density.blocks)
    std::copy_n(block.address, block.elements, density_memory_->host() + block.first);
}

const double* StagedBlocks::density_on_device(const double* host, std::size_t elements) {
  if (places_.density.add(host, elements))
    std::copy_n(host, elements, density_memory_->host() + places_.density.first.at(host));
  return density_memory_->device() + places_.density.first.at(host);
}

void StagedBlocks::upload() {
  density_memory_->upload(places_.density.size);
  fock_memory_->clear(places_.fock.size);
}

void StagedBlocks::download() { fock_memory_->download(places_.fock.size); }

void StagedBlocks::add(std::span<TaskInFlight> batch) {
  assert(batch.size() == tasks_.size());
  const double* const fock = fock_memory_->host();
  for (const auto& block : places_.fock.blocks)
    for (std::size_t e = 0; e < block.elements; ++e) block.address[e] += fock[block.first + e];
  for (std::size_t t = 0; t < batch.size(); ++t) batch[t].counts = tasks_[t].counts;
}

}  // namespace fockproxy
