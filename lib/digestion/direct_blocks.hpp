// The blocks of a batch that one-sided calls move from and to the memory of a device.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "device/block_memory.hpp"
#include "digestion/device_blocks.hpp"
#include "digestion/staged_blocks.hpp"

namespace fockproxy {

// The device computes in the blocks of the tasks themselves, so upload() and download() move no block. Copies on the
// host are made in two cases: with two spins the thread needs D for the sums of both, and upload() copies these sums to
// the device. If the thread computes a part of the batch, it adds to blocks of the host, and add() adds these to the
// blocks of the device.
class DirectBlocks final : public DeviceBlocks {
 public:
  // The partition and `memory`, which has the blocks of the tasks, must outlive it. sums: for the sums of both spins.
  DirectBlocks(const BlockPartition& partition, int spins, BlockMemory& memory, std::unique_ptr<MirroredMemory> sums);

  void pack(std::span<TaskInFlight> batch) override;
  const double* density_on_device(const double* host, std::size_t elements) override;
  double* fock_on_device(const double* host) const override { return fock_of_.at(host); }
  void share_with_host() override;
  void upload() override { sum_memory_->upload(sums_.size); }
  void download() override {}
  void add(std::span<TaskInFlight> batch) override;

 private:
  void copy_density();

  const BlockPartition& partition_;
  int spins_;
  BlockMemory& memory_;
  std::unique_ptr<MirroredMemory> sum_memory_;
  BatchPlaces places_;
  BlockPlaces<const double> sums_;
  std::vector<double> host_density_, host_fock_;
  std::unordered_map<const double*, const double*> density_of_;  // blocks of the device, by those of the host
  std::unordered_map<const double*, double*> fock_of_;           // likewise
  bool shared_ = false;
};

}  // namespace fockproxy
