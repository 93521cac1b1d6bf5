// An NVIDIA GPU with a stream: operations that the GPU executes one after the other while the thread does other work.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>

#include "device/cuda_driver.hpp"
#include "device/device.hpp"

namespace fockproxy {

// The device of the node with this index. If there are fewer devices, several indices give the same one. Local,
// thread-safe. Throws UsageError, "UNSUPPORTED: reason", as CudaDriver::get().
CudaDriver::Device find_cuda_device(int index);
std::string describe_cuda_device(CudaDriver::Device device);  // "NVIDIA H200, CUDA 13.0"

// Local; not thread-safe, but several threads may have a stream each. Its operations throw ComputationError with the
// call and CUDA's error, also for errors of earlier work on the stream.
class CudaStream final : public DeviceJob {
 public:
  // `index`: as in find_cuda_device(). `way`: how threads will wait. It applies to all streams of the process on this
  // device, so the last one that is made decides. Throws UsageError, "UNSUPPORTED: reason", as CudaDriver::get(). The
  // device is current in this thread afterwards.
  CudaStream(int index, DeviceWait way);
  // Waits until all operations have ended.
  ~CudaStream() override;
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  // Makes the device current in this thread. Calls of CUDA on its memory and streams need that.
  void make_current() const;

  // DeviceJob: the work is everything that is in the stream.
  bool done() override;
  void synchronize(DeviceWait way) override;

  const CudaDriver& cuda() const { return cuda_; }
  CudaDriver::Stream handle() const { return stream_; }
  int processors() const;  // multiprocessors of the device
  std::string description() const { return describe_cuda_device(device_); }

 private:
  void wake();

  const CudaDriver& cuda_ = CudaDriver::get();
  CudaDriver::Device device_ = 0;
  CudaDriver::Context context_ = nullptr;
  CudaDriver::Stream stream_ = nullptr;
  bool called_ = false;
  std::mutex mutex_;
  std::condition_variable woken_;
};

}  // namespace fockproxy
