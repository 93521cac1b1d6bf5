// Where the blocks of D and F of a thread are: in memory of the host, or in memory of a device.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace fockproxy {

// Memory for blocks. One-sided calls and the engine take the addresses of its blocks. Unless on_host(), the host may
// access a block only by the functions below. All functions are local, and return when the copy is done, or the block
// has its content. They throw ComputationError with the error of the device. Nothing else may use the block meanwhile.
// Not thread-safe: one per thread, except for host_memory().
class BlockMemory {
 public:
  BlockMemory() = default;
  virtual ~BlockMemory() = default;
  BlockMemory(const BlockMemory&) = delete;
  BlockMemory& operator=(const BlockMemory&) = delete;

  // Whether the host may load and store its blocks.
  virtual bool on_host() const = 0;
  // A block of at least one number, with any content, and its release. The memory must outlive its blocks.
  virtual double* allocate(std::size_t numbers) = 0;
  virtual void release(double* block) noexcept = 0;
  virtual void set_to_zero(double* block, std::size_t numbers) = 0;
  virtual void copy_to_host(double* to, const double* block, std::size_t numbers) = 0;
  virtual void copy_from_host(double* block, const double* from, std::size_t numbers) = 0;

  // What a block contains: the block itself if it is on the host, else a copy in `room`.
  const double* content(const double* block, std::size_t numbers, std::vector<double>& room);
  // Adds numbers of the host to a block. If it is not on the host, it is copied there and back.
  void add(double* block, const double* more, std::size_t numbers);

 private:
  std::vector<double> sum_;
};

// The memory of the host. Thread-safe.
BlockMemory& host_memory();
// Memory of the host in place of device memory. on_host() is false, so the program treats it like that of a GPU. Blocks
// begin with NaNs.
std::unique_ptr<BlockMemory> make_emulated_memory();

// A block that owns its memory. A copy has the same content, in the same memory. Not thread-safe.
class PlacedBlock {
 public:
  // On the host it begins with zeros, elsewhere with any content. The memory must outlive it.
  PlacedBlock(BlockMemory& memory, std::size_t numbers) : PlacedBlock(AnyContent{}, memory, numbers) {
    if (memory.on_host()) set_to_zero(numbers);
  }
  PlacedBlock(const PlacedBlock& other);
  PlacedBlock(PlacedBlock&&) noexcept = default;
  PlacedBlock& operator=(const PlacedBlock& other) { return *this = PlacedBlock(other); }
  PlacedBlock& operator=(PlacedBlock&&) noexcept = default;
  ~PlacedBlock() = default;

  // For one-sided calls and engines, and for the host if the memory is on the host.
  double* data() { return block_.get(); }
  const double* data() const { return block_.get(); }
  std::size_t size() const { return size_; }
  void set_to_zero(std::size_t numbers) { memory().set_to_zero(data(), numbers); }

 private:
  struct Release {
    BlockMemory* memory;
    void operator()(double* block) const { memory->release(block); }
  };
  struct AnyContent {};
  PlacedBlock(AnyContent, BlockMemory& memory, std::size_t numbers)
      : block_(memory.allocate(numbers), Release{&memory}), size_(numbers) {}
  BlockMemory& memory() const { return *block_.get_deleter().memory; }

  std::unique_ptr<double[], Release> block_;
  std::size_t size_;
};

}  // namespace fockproxy
