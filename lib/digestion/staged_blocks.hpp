// The blocks of a batch in the memory of a device, and the buffers of the host for the copies.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "digestion/digestor.hpp"

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

// A device with its own memory does not access the blocks of the host. For each batch, the thread calls pack(). Then
// upload(), the computation and download() follow, on the thread or on the device. Then the thread calls add(). A block
// that several tasks share is copied once. The caller must order the calls: only one runs at a time, and each sees the
// effects of the previous ones.
class StagedBlocks {
 public:
  // The partition must outlive it. spins: 1 or 2. The memories have the blocks of D and of F.
  StagedBlocks(const BlockPartition& partition, int spins, std::unique_ptr<MirroredMemory> density,
               std::unique_ptr<MirroredMemory> fock);
  // The memory of the device is emulated.
  StagedBlocks(const BlockPartition& partition, int spins);

  // Copies the blocks of D of a batch into the buffer of the host. The blocks of D and F themselves are not accessed
  // between this call and add().
  void pack(std::span<const TaskInFlight> batch);
  // Both return the address on the device of a block of the batch, given its address on the host. Call them after
  // pack() and before upload(). The block of D may also be the sum of both spins (CoulombDensity). The first call for a
  // sum copies it into the buffer.
  const double* density_on_device(const double* host, std::size_t elements);
  double* fock_on_device(const double* host) const { return fock_memory_->device() + fock_.first.at(host); }
  // Copies D to the device and sets F to zero there. Returns the tasks of the batch with the blocks of the device. They
  // are valid until the next pack().
  std::span<TaskInFlight> upload();
  // Copies F from the device to the buffer of the host.
  void download();
  // Adds F to the blocks of the host and sets the counts of the tasks to those of the tasks of upload(). `batch`: that
  // of pack().
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
    bool add(Element* host, std::size_t elements);  // false if it has the block
  };

  std::size_t elements(const Task& task, int role) const;

  const BlockPartition& partition_;
  int spins_;
  std::unique_ptr<MirroredMemory> density_memory_, fock_memory_;
  Places<const double> density_;
  Places<double> fock_;
  std::vector<TaskInFlight> tasks_;  // with blocks of the device
};

}  // namespace fockproxy
