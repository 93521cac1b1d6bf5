// The blocks of a batch in the memory of a device, and the buffers of the host for the copies.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "digestion/device_blocks.hpp"

namespace fockproxy {

// A buffer on the host, memory of the same size on a device, and the copies between them. Local; not thread-safe.
class MirroredMemory {
 public:
  virtual ~MirroredMemory() = default;

  // Makes room for this many numbers on both sides. The content is lost. No copy may be under way.
  virtual void reserve(std::size_t numbers) = 0;
  virtual double* host() = 0;
  virtual double* device() = 0;
  // These three work on the first `numbers` numbers. For a GPU they return at once, and the GPU executes them in the
  // order of the calls.
  virtual void upload(std::size_t numbers) = 0;
  virtual void clear(std::size_t numbers) = 0;  // on the device: sets to zero
  virtual void download(std::size_t numbers) = 0;
};

// Host memory in place of device memory.
class EmulatedMemory final : public MirroredMemory {
 public:
  void reserve(std::size_t numbers) override;
  double* host() override { return host_.data(); }
  double* device() override { return device_.data(); }
  void upload(std::size_t numbers) override;
  void clear(std::size_t numbers) override;
  void download(std::size_t numbers) override;

 private:
  std::vector<double> host_, device_;
};

// The blocks of the tasks are on the host, and the device has copies. A block that several tasks share is copied once.
class StagedBlocks final : public DeviceBlocks {
 public:
  // The partition must outlive it. spins: 1 or 2. The memories have the blocks of D and of F.
  StagedBlocks(const BlockPartition& partition, int spins, std::unique_ptr<MirroredMemory> density,
               std::unique_ptr<MirroredMemory> fock);
  // The memory of the device is emulated.
  StagedBlocks(const BlockPartition& partition, int spins);

  // Copies the blocks of D of a batch into the buffer of the host. The tasks keep their blocks, which are not accessed
  // between this call and add().
  void pack(std::span<TaskInFlight> batch) override;
  const double* density_on_device(const double* host, std::size_t elements) override;
  double* fock_on_device(const double* host) const override {
    return fock_memory_->device() + places_.fock.first.at(host);
  }
  // The tasks of the batch with the blocks of the device. They are valid until the next pack().
  std::span<TaskInFlight> on_device() { return tasks_; }
  // Copies D to the device and sets F to zero there.
  void upload() override;
  // Copies F from the device to the buffer of the host.
  void download() override;
  // Adds F to the blocks of the host and sets the counts of the tasks to those of on_device(). `batch`: that of pack().
  void add(std::span<TaskInFlight> batch) override;

 private:
  const BlockPartition& partition_;
  int spins_;
  std::unique_ptr<MirroredMemory> density_memory_, fock_memory_;
  BatchPlaces places_;
  std::vector<TaskInFlight> tasks_;  // with blocks of the device
};

}  // namespace fockproxy
