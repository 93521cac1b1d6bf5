#include "device/block_memory.hpp"

#include <algorithm>
#include <limits>

namespace fockproxy {

namespace {

// Memory of the host, for blocks of the host or in place of a device.
class PlainMemory final : public BlockMemory {
 public:
  explicit PlainMemory(bool on_host) : on_host_(on_host) {}

  bool on_host() const override { return on_host_; }
  double* allocate(std::size_t numbers) override {
    double* const block = new double[numbers];
    if (!on_host_) std::fill_n(block, numbers, std::numeric_limits<double>::quiet_NaN());
    return block;
  }
  void release(double* block) noexcept override { delete[] block; }
  void set_to_zero(double* block, std::size_t numbers) override { std::fill_n(block, numbers, 0.0); }
  void copy_to_host(double* to, const double* block, std::size_t numbers) override { std::copy_n(block, numbers, to); }
  void copy_from_host(double* block, const double* from, std::size_t numbers) override {
    std::copy_n(from, numbers, block);
  }

 private:
  bool on_host_;
};

}  // namespace

const double* BlockMemory::content(const double* block, std::size_t numbers, std::vector<double>& room) {
  if (on_host()) return block;
  room.resize(std::max(room.size(), numbers));
  copy_to_host(room.data(), block, numbers);
  return room.data();
}

void BlockMemory::add(double* block, const double* more, std::size_t numbers) {
  double* sum = block;
  if (!on_host()) {
    sum_.resize(std::max(sum_.size(), numbers));
    sum = sum_.data();
    copy_to_host(sum, block, numbers);
  }
  for (std::size_t n = 0; n < numbers; ++n) sum[n] += more[n];
  if (!on_host()) copy_from_host(block, sum, numbers);
}

BlockMemory& host_memory() {
  static PlainMemory memory(true);
  return memory;
}

std::unique_ptr<BlockMemory> make_emulated_memory() { return std::make_unique<PlainMemory>(false); }

PlacedBlock::PlacedBlock(const PlacedBlock& other) : PlacedBlock(AnyContent{}, other.memory(), other.size_) {
  std::vector<double> room;
  memory().copy_from_host(data(), memory().content(other.data(), size_, room), size_);
}

}  // namespace fockproxy
