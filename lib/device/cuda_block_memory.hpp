// Blocks in the memory of an NVIDIA GPU.
#pragma once

#include <memory>
#include <unordered_map>

#include "device/block_memory.hpp"
#include "device/cuda_memory.hpp"

namespace fockproxy {

// Each function makes the device current in the calling thread. All but allocate() wait for all operations in the
// stream. The stream must outlive it.
class CudaBlockMemory final : public BlockMemory {
 public:
  explicit CudaBlockMemory(CudaStream& stream) : stream_(stream) {}

  bool on_host() const override { return false; }
  double* allocate(std::size_t numbers) override;
  void release(double* block) noexcept override;
  void set_to_zero(double* block, std::size_t numbers) override;
  void copy_to_host(double* to, const double* block, std::size_t numbers) override;
  void copy_from_host(double* block, const double* from, std::size_t numbers) override;

 private:
  void copy(void* to, const void* from, std::size_t numbers);

  CudaStream& stream_;
  std::unordered_map<double*, std::unique_ptr<CudaArray>> arrays_;  // by their addresses
};

}  // namespace fockproxy
