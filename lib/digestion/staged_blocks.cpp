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

template <class Element>
void StagedBlocks::Places<Element>::clear() {
  blocks.clear();
  first.clear();
  size = 0;
}

template <class Element>
bool StagedBlocks::Places<Element>::add(Element* host, std::size_t elements) {
  if (!first.try_emplace(host, size).second) return false;
  blocks.push_back({.host = host, .first = size, .elements = elements});
  size += elements;
  return true;
}

std::size_t StagedBlocks::elements(const Task& task, int role) const {
  const auto [row, column] = block_pairs(task)[role];
  return static_cast<std::size_t>(partition_.functions(row)) * spins_ * partition_.functions(column);
}

void StagedBlocks::pack(std::span<const TaskInFlight> batch) {
  density_.clear();
  fock_.clear();
  for (const TaskInFlight& one : batch)
    for (int role = 0; role < block_roles; ++role) {
      density_.add(one.blocks.density[role], elements(one.task, role));
      fock_.add(one.blocks.fock[role], elements(one.task, role));
    }
  std::size_t sums = 0;  // of both spins: of IJ and KL of each task
  if (spins_ == 2)
    for (const TaskInFlight& one : batch) sums += (elements(one.task, ij) + elements(one.task, kl)) / 2;
  density_memory_->reserve(density_.size + sums);
  fock_memory_->reserve(fock_.size);

  tasks_.assign(batch.begin(), batch.end());
  for (TaskInFlight& one : tasks_)
    for (int role = 0; role < block_roles; ++role) {
      one.blocks.density[role] = density_memory_->device() + density_.first.at(one.blocks.density[role]);
      one.blocks.fock[role] = fock_memory_->device() + fock_.first.at(one.blocks.fock[role]);
    }
  for (const auto& block : density_.blocks)
    std::copy_n(block.host, block.elements, density_memory_->host() + block.first);
}

const double* StagedBlocks::density_on_device(const double* host, std::size_t elements) {
  if (density_.add(host, elements)) std::copy_n(host, elements, density_memory_->host() + density_.first.at(host));
  return density_memory_->device() + density_.first.at(host);
}

std::span<TaskInFlight> StagedBlocks::upload() {
  density_memory_->upload(density_.size);
  fock_memory_->clear(fock_.size);
  return tasks_;
}

void StagedBlocks::download() { fock_memory_->download(fock_.size); }

void StagedBlocks::add(std::span<TaskInFlight> batch) const {
  assert(batch.size() == tasks_.size());
  const double* const fock = fock_memory_->host();
  for (const auto& block : fock_.blocks)
    for (std::size_t e = 0; e < block.elements; ++e) block.host[e] += fock[block.first + e];
  for (std::size_t t = 0; t < batch.size(); ++t) batch[t].counts = tasks_[t].counts;
}

}  // namespace fockproxy
