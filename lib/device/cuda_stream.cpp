#include "device/cuda_stream.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>

namespace fockproxy {

namespace {

constexpr std::chrono::seconds asked_every(1);

unsigned schedule_of(DeviceWait way) {
  switch (way) {
    case DeviceWait::yield: return CudaDriver::schedule_yield;
    case DeviceWait::block: return CudaDriver::schedule_block;
    default: return CudaDriver::schedule_spin;
  }
}

}  // namespace

CudaDriver::Device find_cuda_device(int index) {
  const CudaDriver& cuda = CudaDriver::get();
  int count = 0;
  CudaDriver::Device device = 0;
  cuda.check(cuda.cuDeviceGetCount(&count), "cuDeviceGetCount");
  cuda.check(cuda.cuDeviceGet(&device, index % count), "cuDeviceGet");
  return device;
}

std::string describe_cuda_device(CudaDriver::Device device) {
  const CudaDriver& cuda = CudaDriver::get();
  std::array<char, 128> name{};
  int version = 0;
  cuda.check(cuda.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device), "cuDeviceGetName");
  cuda.check(cuda.cuDriverGetVersion(&version), "cuDriverGetVersion");
  return fmt::format("{}, CUDA {}.{}", name.data(), version / 1000, version % 1000 / 10);
}

CudaStream::CudaStream(int index, DeviceWait way) : device_(find_cuda_device(index)) {
  cuda_.check(cuda_.cuDevicePrimaryCtxSetFlags_v2(device_, schedule_of(way)), "cuDevicePrimaryCtxSetFlags");
  cuda_.check(cuda_.cuDevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
  make_current();
  cuda_.check(cuda_.cuStreamCreate(&stream_, CudaDriver::non_blocking), "cuStreamCreate");
}

CudaStream::~CudaStream() {
  cuda_.cuCtxSetCurrent(context_);
  cuda_.cuStreamSynchronize(stream_);
  cuda_.cuStreamDestroy_v2(stream_);
  cuda_.cuDevicePrimaryCtxRelease_v2(device_);
}

void CudaStream::make_current() const { cuda_.check(cuda_.cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }

bool CudaStream::done() {
  const CudaDriver::Result result = cuda_.cuStreamQuery(stream_);
  if (result == CudaDriver::not_ready) return false;
  cuda_.check(result, "cuStreamQuery");
  return true;
}

void CudaStream::synchronize(DeviceWait way) {
  if (way == DeviceWait::callback) {
    called_ = false;
    cuda_.check(cuda_.cuLaunchHostFunc(
                    stream_, [](void* self) { static_cast<CudaStream*>(self)->wake(); }, this),
                "cuLaunchHostFunc");
    std::unique_lock lock(mutex_);
    // After an error CUDA does not call the function. So the thread also asks now and then, and done() throws the
    // error.
    while (!woken_.wait_for(lock, asked_every, [this] { return called_; })) done();
  }
  // After a callback this returns at once. It gives the errors of the work, which a callback does not.
  cuda_.check(cuda_.cuStreamSynchronize(stream_), "cuStreamSynchronize");
}

int CudaStream::processors() const {
  int count = 0;
  cuda_.check(cuda_.cuDeviceGetAttribute(&count, CudaDriver::processors, device_), "cuDeviceGetAttribute");
  return count;
}

void CudaStream::wake() {
  {
    const std::lock_guard lock(mutex_);
    called_ = true;
  }
  woken_.notify_all();
}

}  // namespace fockproxy
