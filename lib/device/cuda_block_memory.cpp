#include "device/cuda_block_memory.hpp"

#include <utility>

#include "support/error.hpp"

namespace fockproxy {

double* CudaBlockMemory::allocate(std::size_t numbers) {
  stream_.make_current();
  auto array = std::make_unique<CudaArray>(stream_);
  array->reserve(numbers * sizeof(double));
  auto* const block = reinterpret_cast<double*>(array->data());
  arrays_.emplace(block, std::move(array));
  return block;
}

void CudaBlockMemory::release(double* block) noexcept {
  try {
    stream_.make_current();
    stream_.synchronize(DeviceWait::spin);  // kernels of a batch that threw may still use the block
  } catch (const ComputationError&) {       // of earlier work, which was reported where the thread waited for it
  }
  arrays_.erase(block);
}

void CudaBlockMemory::set_to_zero(double* block, std::size_t numbers) {
  stream_.make_current();
  arrays_.at(block)->set_to_zero(numbers * sizeof(double));
  stream_.synchronize(DeviceWait::spin);
}

void CudaBlockMemory::copy_to_host(double* to, const double* block, std::size_t numbers) { copy(to, block, numbers); }

void CudaBlockMemory::copy_from_host(double* block, const double* from, std::size_t numbers) {
  copy(block, from, numbers);
}

void CudaBlockMemory::copy(void* to, const void* from, std::size_t numbers) {
  stream_.make_current();
  copy_in_stream(stream_, to, from, numbers * sizeof(double));
  stream_.synchronize(DeviceWait::spin);
}

}  // namespace fockproxy
