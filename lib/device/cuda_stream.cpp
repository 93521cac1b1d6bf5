#include "device/cuda_stream.hpp"

#include <fmt/format.h>

#include <array>

namespace fockproxy {

namespace {

unsigned schedule_of(DeviceWait way) {
  switch (way) {
    case DeviceWait::yield: return CudaDriver::schedule_yield;
    case DeviceWait::block: return CudaDriver::schedule_block;
    default: return CudaDriver::schedule_spin;
  }
}

}  // namespace

CudaStream::CudaStream(int index, DeviceWait way) {
  int count = 0;
  cuda_.check(cuda_.cuDeviceGetCount(&count), "cuDeviceGetCount");
  cuda_.check(cuda_.cuDeviceGet(&device_, index % count), "cuDeviceGet");
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
    woken_.wait(lock, [this] { return called_; });
  }
  // After a callback this returns at once. It gives the errors of the work, which a callback does not.
  cuda_.check(cuda_.cuStreamSynchronize(stream_), "cuStreamSynchronize");
}

int CudaStream::processors() const {
  int count = 0;
  cuda_.check(cuda_.cuDeviceGetAttribute(&count, CudaDriver::processors, device_), "cuDeviceGetAttribute");
  return count;
}

std::string CudaStream::description() const {
  std::array<char, 128> name{};
  int version = 0;
  cuda_.check(cuda_.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device_), "cuDeviceGetName");
  cuda_.check(cuda_.cuDriverGetVersion(&version), "cuDriverGetVersion");
  return fmt::format("{}, CUDA {}.{}", name.data(), version / 1000, version % 1000 / 10);
}

void CudaStream::wake() {
  {
    const std::lock_guard lock(mutex_);
    called_ = true;
  }
  woken_.notify_all();
}

}  // namespace fockproxy
