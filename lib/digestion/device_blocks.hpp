// The blocks of a batch on the host and on a device.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "digestion/digestor.hpp"

namespace fockproxy {

// Where a device with memory of its own has the blocks of a batch, and the blocks on the host that stand for them while
// the thread lists the work, or computes a part of it. For each batch, the thread calls pack(). Then upload(), the
// computation and download() follow, on the thread or on the device. Then the thread calls add(). The caller must order
// the calls: only one runs at a time, and each sees the effects of the previous ones. Local; not thread-safe.
class DeviceBlocks {
 public:
  virtual ~DeviceBlocks() = default;

  // Begins a batch. On return its tasks have blocks on the host. Only the functions below access the blocks that they
  // had before, until add() returns.
  virtual void pack(std::span<TaskInFlight> batch) = 0;
  // Both return the address on the device of a block of the batch, given its address on the host. Call them after
  // pack() and before upload(). The block of D may also be the sum of both spins (CoulombDensity). The first call for a
  // sum copies it.
  virtual const double* density_on_device(const double* host, std::size_t elements) = 0;
  virtual double* fock_on_device(const double* host) const = 0;
  // Call it before upload() if the thread computes a part of the batch: its blocks on the host then contain D.
  virtual void share_with_host() {}
  virtual void upload() = 0;
  virtual void download() = 0;
  // Adds F where the tasks had it before pack().
  virtual void add(std::span<TaskInFlight> batch) = 0;
};

// The different blocks of a batch, and the place of each in one buffer.
template <class Element>
struct BlockPlaces {
  struct Block {
    Element* address;
    std::size_t first, elements;
  };
  std::vector<Block> blocks;
  std::unordered_map<const double*, std::size_t> first;  // by address
  std::size_t size = 0;

  void clear() {
    blocks.clear();
    first.clear();
    size = 0;
  }
  // Returns false if it has the block.
  bool add(Element* address, std::size_t elements) {
    if (!first.try_emplace(address, size).second) return false;
    blocks.push_back({.address = address, .first = size, .elements = elements});
    size += elements;
    return true;
  }
};

// The number of elements of a block of a task.
inline std::size_t elements_of(const BlockPartition& partition, int spins, const Task& task, int role) {
  const auto [row, column] = block_pairs(task)[role];
  return static_cast<std::size_t>(partition.functions(row)) * spins * partition.functions(column);
}

// The different blocks of D and of F of a batch, with a buffer for each.
struct BatchPlaces {
  BlockPlaces<const double> density;
  BlockPlaces<double> fock;

  // Finds the blocks of another batch.
  void find(const BlockPartition& partition, int spins, std::span<const TaskInFlight> batch) {
    density.clear();
    fock.clear();
    for (const TaskInFlight& one : batch)
      for (int role = 0; role < block_roles; ++role) {
        const std::size_t elements = elements_of(partition, spins, one.task, role);
        density.add(one.blocks.density[role], elements);
        fock.add(one.blocks.fock[role], elements);
      }
  }
  // Gives the tasks of the batch their places in these buffers instead of their blocks.
  void move(std::span<TaskInFlight> batch, double* density_buffer, double* fock_buffer) const {
    for (TaskInFlight& one : batch)
      for (int role = 0; role < block_roles; ++role) {
        one.blocks.density[role] = density_buffer + density.first.at(one.blocks.density[role]);
        one.blocks.fock[role] = fock_buffer + fock.first.at(one.blocks.fock[role]);
      }
  }
};

// The number of elements of the sums of both spins (CoulombDensity) of a batch: of IJ and KL of each task.
inline std::size_t elements_of_sums(const BlockPartition& partition, int spins, std::span<const TaskInFlight> batch) {
  std::size_t elements = 0;
  if (spins == 2)
    for (const TaskInFlight& one : batch)
      for (const BlockRole role : {ij, kl}) elements += elements_of(partition, spins, one.task, role) / 2;
  return elements;
}

}  // namespace fockproxy
