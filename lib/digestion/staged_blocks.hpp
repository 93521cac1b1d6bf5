// The blocks of a batch in the memory of a device, and the buffers of the host through which they travel.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "digestion/digestor.hpp"

namespace fockproxy {

// A buffer of the host and memory of a device, of the same size, and the copies between them. Local; not thread-safe.
class MirroredMemory {
 public:
  virtual ~MirroredMemory() = default;

  // Makes room for this many numbers on both sides. The content is lost. No copy may be under way.
  virtual void reserve(std::size_t numbers) = 0;
  virtual double* host() = 0;
  virtual double* device() = 0;
  // Of the first `numbers` numbers. If the device is a GPU, they begin in the order of the calls, and return at once.
  virtual void upload(std::size_t numbers) = 0;
  virtual void clear(std::size_t numbers) = 0;  // on the device: sets to zero
  virtual void download(std::size_t numbers) = 0;
};

// Memory of the host in the place of the device's.
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

// A device with memory of its own reads and writes no block of the host. For each batch the thread calls pack(), then
// the device calls upload(), computes and calls download(), and then the thread calls add(). A block that several tasks
// share travels once. One call at a time; a call sees what the calls before it did.
class StagedBlocks {
 public:
  // The partition must outlive it. spins: 1 or 2. The memories have the blocks of D and of F.
  StagedBlocks(const BlockPartition& partition, int spins, std::unique_ptr<MirroredMemory> density,
               std::unique_ptr<MirroredMemory> fock);
  // The memory of the device is emulated.
  StagedBlocks(const BlockPartition& partition, int spins);

  // Copies the blocks of D of a batch into the buffer of the host. Neither they nor the blocks of F are used before
  // add().
  void pack(std::span<const TaskInFlight> batch);
  // After pack() and before upload(): the address on the device of a block of the batch, or of the sum of both spins of
  // such a block of D (CoulombDensity), by its address on the host. The sum is copied into the buffer at its first
  // call.
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
