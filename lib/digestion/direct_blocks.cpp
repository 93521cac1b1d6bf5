#include "digestion/direct_blocks.hpp"

#include <algorithm>
#include <utility>

namespace fockproxy {

DirectBlocks::DirectBlocks(const BlockPartition& partition, int spins, BlockMemory& memory,
                           std::unique_ptr<MirroredMemory> sums)
    : partition_(partition), spins_(spins), memory_(memory), sum_memory_(std::move(sums)) {}

void DirectBlocks::pack(std::span<TaskInFlight> batch) {
  density_.clear();
  fock_.clear();
  sums_.clear();
  density_of_.clear();
  fock_of_.clear();
  for (const TaskInFlight& one : batch)
    for (int role = 0; role < block_roles; ++role) {
      const std::size_t elements = elements_of(partition_, spins_, one.task, role);
      density_.add(one.blocks.density[role], elements);
      fock_.add(one.blocks.fock[role], elements);
    }
  host_density_.resize(std::max(host_density_.size(), density_.size));
  host_fock_.resize(std::max(host_fock_.size(), fock_.size));
  sum_memory_->reserve(elements_of_sums(partition_, spins_, batch));
  for (const auto& block : density_.blocks) density_of_[host_density_.data() + block.first] = block.address;
  for (const auto& block : fock_.blocks) fock_of_[host_fock_.data() + block.first] = block.address;
  for (TaskInFlight& one : batch)
    for (int role = 0; role < block_roles; ++role) {
      one.blocks.density[role] = host_density_.data() + density_.first.at(one.blocks.density[role]);
      one.blocks.fock[role] = host_fock_.data() + fock_.first.at(one.blocks.fock[role]);
    }
  shared_ = false;
  if (spins_ == 2) copy_density();
}

void DirectBlocks::copy_density() {
  for (const auto& block : density_.blocks)
    memory_.copy_to_host(host_density_.data() + block.first, block.address, block.elements);
}

const double* DirectBlocks::density_on_device(const double* host, std::size_t elements) {
  if (const auto found = density_of_.find(host); found != density_of_.end()) return found->second;
  if (sums_.add(host, elements)) std::copy_n(host, elements, sum_memory_->host() + sums_.first.at(host));
  return sum_memory_->device() + sums_.first.at(host);
}

void DirectBlocks::share_with_host() {
  if (spins_ == 1) copy_density();
  std::fill_n(host_fock_.data(), fock_.size, 0.0);
  shared_ = true;
}

void DirectBlocks::add(std::span<TaskInFlight>) {
  if (!shared_) return;
  for (const auto& block : fock_.blocks) memory_.add(block.address, host_fock_.data() + block.first, block.elements);
}

}  // namespace fockproxy
