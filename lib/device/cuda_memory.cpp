#include "device/cuda_memory.hpp"

#include <fmt/format.h>

#include "support/error.hpp"

namespace fockproxy {

namespace {

CudaDriver::Address number_of(const void* memory) { return reinterpret_cast<CudaDriver::Address>(memory); }

}  // namespace

CudaArray::~CudaArray() {
  if (data_ != nullptr) stream_.cuda().cuMemFree_v2(number_of(data_));
}

void CudaArray::reserve(std::size_t bytes) {
  if (bytes <= size_) return;
  const CudaDriver& cuda = stream_.cuda();
  if (data_ != nullptr) cuda.check(cuda.cuMemFree_v2(number_of(data_)), "cuMemFree");
  data_ = nullptr;
  size_ = 0;
  CudaDriver::Address address = 0;
  const CudaDriver::Result result = cuda.cuMemAlloc_v2(&address, bytes);
  if (result == CudaDriver::out_of_memory)
    throw ComputationError(fmt::format(
        "the GPU has no memory for {:.0f} MB more: smaller blocks, fewer tasks in flight, fewer streams, fewer "
        "threads and fewer ranks for each GPU need less (the driver can reserve 2 GB more for the kernels of a "
        "process)",
        1e-6 * static_cast<double>(bytes)));
  cuda.check(result, "cuMemAlloc");
  data_ = reinterpret_cast<std::byte*>(address);
  size_ = bytes;
}

void CudaArray::set_to_zero(std::size_t bytes) {
  if (bytes == 0) return;
  const CudaDriver& cuda = stream_.cuda();
  cuda.check(cuda.cuMemsetD8Async(number_of(data_), 0, bytes, stream_.handle()), "cuMemsetD8Async");
}

PinnedArray::~PinnedArray() {
  if (data_ != nullptr) stream_.cuda().cuMemFreeHost(data_);
}

void PinnedArray::reserve(std::size_t bytes) {
  if (bytes <= size_) return;
  const CudaDriver& cuda = stream_.cuda();
  if (data_ != nullptr) cuda.check(cuda.cuMemFreeHost(data_), "cuMemFreeHost");
  data_ = nullptr;
  size_ = 0;
  void* memory = nullptr;
  cuda.check(cuda.cuMemHostAlloc(&memory, bytes, 0), "cuMemHostAlloc");
  data_ = static_cast<std::byte*>(memory);
  size_ = bytes;
}

void copy_in_stream(CudaStream& stream, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const CudaDriver& cuda = stream.cuda();
  cuda.check(cuda.cuMemcpyAsync(number_of(to), number_of(from), bytes, stream.handle()), "cuMemcpyAsync");
}

}  // namespace fockproxy
