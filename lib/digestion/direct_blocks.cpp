#include "digestion/direct_blocks.hpp"

#include <algorithm>
#include <utility>

namespace fockproxy {

DirectBlocks::DirectBlocks(const BlockPartition& partition, int spins, BlockMemory& memory,
                           std::unique_ptr<MirroredMemory> sums)
    : partition_(partition), spins_(spins), memory_(memory), sum_memory_(std::move(sums)) {}

void DirectBlocks::pack(std::span<TaskInFlight> batch) {
  places_.find(partition_, spins_, batch);
  sums_.clear();
  density_of_.clear();
  fock_of_.clear();
  host_density_.resize(std::max(host_density_.size(), places_.density.size));
  host_fock_.resize(std::max(host_fock_.size(), places_.fock.size));
  sum_memory_->reserve(elements_of_sums(partition_, spins_, batch));
  for (const auto& block : places_.density.blocks) density_of_[host_density_.data() + block.first] = block.address;
  for (const auto& block : places_.fock.blocks) fock_of_[host_fock_.data() + block.first] = block.address;
  places_.move(batch, host_density_.data(), host_fock_.data());
  shared_ = false;
  if (spins_ == 2) copy_density();
}

void DirectBlocks::copy_density() {
  for (const auto& block : places_.density.blocks)
    memory_.copy_to_host(host_density_.data() + block.first, block.address, block.elements);
}

const double* DirectBlocks::density_on_device(const double* host, std::size_t elements) {
  if (const auto found = density_of_.find(host); found != density_of_.end()) return found->second;
  if (sums_.add(host, elements)) std::copy_n(host, elements, sum_memory_->host() + sums_.first.at(host));
  return sum_memory_->device() + sums_.first.at(host);
}

void DirectBlocks::share_with_host() {
  if (spins_ == 1) copy_density();
  std::fill_n(host_fock_.data(), places_.fock.size, 0.0);
  shared_ = true;
}

void DirectBlocks::add(std::span<TaskInFlight>) {
  if (!shared_) return;
  for (const auto& block : places_.fock.blocks)
    memory_.add(block.address, host_fock_.data() + block.first, block.elements);
}

}  // namespace fockproxy
