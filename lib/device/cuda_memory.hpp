// Memory of a GPU, and memory of the host that the GPU copies while the thread does other work.
#pragma once

#include <cstddef>

#include "device/cuda_stream.hpp"

namespace fockproxy {

// All functions are local and throw ComputationError with CUDA's error. The device of the stream must be current in the
// calling thread, and the stream must outlive the object. Not thread-safe.

// Memory of the device. The host must not access it.
class CudaArray {
 public:
  explicit CudaArray(CudaStream& stream) : stream_(stream) {}
  ~CudaArray();
  CudaArray(const CudaArray&) = delete;
  CudaArray& operator=(const CudaArray&) = delete;

  // Makes room for this many bytes. If the array has fewer, it gets other memory, and its content is lost. Nothing in
  // the stream may use the array.
  void reserve(std::size_t bytes);
  std::byte* data() const { return data_; }
  // In the stream: returns before it is done.
  void set_to_zero(std::size_t bytes);

 private:
  CudaStream& stream_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Page-locked memory of the host, so that copies in a stream do not occupy the thread.
class PinnedArray {
 public:
  explicit PinnedArray(CudaStream& stream) : stream_(stream) {}
  ~PinnedArray();
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;

  void reserve(std::size_t bytes);  // as CudaArray::reserve()
  std::byte* data() const { return data_; }

 private:
  CudaStream& stream_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Copies between host and device in the stream. The function returns before the copy is done if the memory of the host
// is page-locked; otherwise it may occupy the thread.
void copy_in_stream(CudaStream& stream, void* to, const void* from, std::size_t bytes);

}  // namespace fockproxy
