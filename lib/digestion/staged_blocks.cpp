#include "digestion/staged_blocks.hpp"

#include <algorithm>
#include <cassert>

namespace fockproxy {

namespace {

// Buffers keep the largest size that a batch had.
void make_room(std::vector<double>& buffer, std::size_t elements) {
  if (buffer.size() < elements) buffer.resize(elements);
}

}  // namespace

template <class Element>
void StagedBlocks::Places<Element>::clear() {
  blocks.clear();
  first.clear();
  size = 0;
}

template <class Element>
void StagedBlocks::Places<Element>::add(Element* host, std::size_t elements) {
  if (!first.try_emplace(host, size).second) return;
  blocks.push_back({.host = host, .first = size, .elements = elements});
  size += elements;
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
  for (std::vector<double>* buffer : {&host_density_, &device_density_}) make_room(*buffer, density_.size);
  for (std::vector<double>* buffer : {&host_fock_, &device_fock_}) make_room(*buffer, fock_.size);

  tasks_.assign(batch.begin(), batch.end());
  for (TaskInFlight& one : tasks_)
    for (int role = 0; role < block_roles; ++role) {
      one.blocks.density[role] = device_density_.data() + density_.first.at(one.blocks.density[role]);
      one.blocks.fock[role] = device_fock_.data() + fock_.first.at(one.blocks.fock[role]);
    }
  for (const auto& block : density_.blocks) std::copy_n(block.host, block.elements, host_density_.data() + block.first);
}

std::span<TaskInFlight> StagedBlocks::upload() {
  std::copy_n(host_density_.data(), density_.size, device_density_.data());
  std::fill_n(device_fock_.data(), fock_.size, 0.0);
  return tasks_;
}

void StagedBlocks::download() { std::copy_n(device_fock_.data(), fock_.size, host_fock_.data()); }

void StagedBlocks::add(std::span<TaskInFlight> batch) const {
  assert(batch.size() == tasks_.size());
  for (const auto& block : fock_.blocks)
    for (std::size_t e = 0; e < block.elements; ++e) block.host[e] += host_fock_[block.first + e];
  for (std::size_t t = 0; t < batch.size(); ++t) batch[t].counts = tasks_[t].counts;
}

}  // namespace fockproxy
