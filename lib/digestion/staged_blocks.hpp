// The blocks of a batch in the memory of a device, and the buffers of the host for the copies.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "digestion/digestor.hpp"

namespace fockproxy {

// A device with its own memory does not access the blocks of the host. For each batch, the thread calls pack(). Then
// the device calls upload(), computes, and calls download(). Then the thread calls add(). A block that several tasks
// share is copied once. The memory of the device is emulated by host memory. The caller must order the calls: only one
// runs at a time, and each sees the effects of the previous ones.
class StagedBlocks {
 public:
  // The partition must outlive it. spins: 1 or 2.
  StagedBlocks(const BlockPartition& partition, int spins) : partition_(partition), spins_(spins) {}

  // Copies the blocks of D of a batch into the buffer of the host. The blocks of D and F themselves are not accessed
  // between this call and add().
  void pack(std::span<const TaskInFlight> batch);
  // Copies D to the device and sets F to zero there. Returns the tasks of the batch with the blocks of the device. They
  // are valid until the next pack().
  std::span<TaskInFlight> upload();
  // Copies F from the device to the buffer of the host.
  void download();
  // Adds F to the blocks of the host and sets the counts of the tasks. `batch`: that of pack().
  void add(std::span<TaskInFlight> batch) const;

 private:
  // The different blocks of a batch on the host, and the place of each in one buffer.
  template <class Element>
  struct Places {
    struct Block {
      Element* host;
      std::size_t first, elements;
    };
    std::vector<Block> blocks;
    std::unordered_map<const double*, std::size_t> first;  // by the block on the host
    std::size_t size = 0;

    void clear();
    void add(Element* host, std::size_t elements);
  };

  std::size_t elements(const Task& task, int role) const;

  const BlockPartition& partition_;
  int spins_;
  Places<const double> density_;
  Places<double> fock_;
  std::vector<double> host_density_, host_fock_;      // buffers: page-locked, if the device is a GPU
  std::vector<double> device_density_, device_fock_;  // memory of the device
  std::vector<TaskInFlight> tasks_;                   // with blocks of the device
};

}  // namespace fockproxy
