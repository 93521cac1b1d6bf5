// Device "cuda": a GPU on which one thread reads the clock until the requested time is over.
#include <fmt/format.h>

#include <array>
#include <condition_variable>
#include <mutex>

#include "device/cuda_driver.hpp"
#include "device/device.hpp"

namespace fockproxy {
namespace {

// PTX, which the driver compiles for the GPU. The parameter is the time in nanoseconds.
constexpr const char* spin_kernel = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry spin(.param .u64 nanoseconds)
{
  .reg .pred %more;
  .reg .u64 %wanted, %start, %now, %passed;
  ld.param.u64 %wanted, [nanoseconds];
  mov.u64 %start, %globaltimer;
again:
  mov.u64 %now, %globaltimer;
  sub.u64 %passed, %now, %start;
  setp.lt.u64 %more, %passed, %wanted;
  @%more bra again;
  ret;
}
)";

unsigned schedule_of(DeviceWait way) {
  switch (way) {
    case DeviceWait::yield: return CudaDriver::schedule_yield;
    case DeviceWait::block: return CudaDriver::schedule_block;
    default: return CudaDriver::schedule_spin;
  }
}

class CudaDevice final : public Device {
 public:
  CudaDevice(int index, DeviceWait way) {
    int count = 0;
    cuda_.check(cuda_.cuDeviceGetCount(&count), "cuDeviceGetCount");
    cuda_.check(cuda_.cuDeviceGet(&device_, index % count), "cuDeviceGet");
    cuda_.check(cuda_.cuDevicePrimaryCtxSetFlags_v2(device_, schedule_of(way)), "cuDevicePrimaryCtxSetFlags");
    cuda_.check(cuda_.cuDevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
    cuda_.check(cuda_.cuCtxSetCurrent(context_), "cuCtxSetCurrent");
    cuda_.check(cuda_.cuModuleLoadData(&module_, spin_kernel), "cuModuleLoadData");
    cuda_.check(cuda_.cuModuleGetFunction(&spin_, module_, "spin"), "cuModuleGetFunction");
    cuda_.check(cuda_.cuStreamCreate(&stream_, CudaDriver::non_blocking), "cuStreamCreate");
    begin(0);  // the first launch takes longer
    synchronize(DeviceWait::spin);
  }
  ~CudaDevice() override {
    cuda_.cuStreamDestroy_v2(stream_);
    cuda_.cuModuleUnload(module_);
    cuda_.cuDevicePrimaryCtxRelease_v2(device_);
  }
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  void begin(double seconds) override {
    auto nanoseconds = static_cast<unsigned long long>(1e9 * seconds);
    void* arguments[] = {&nanoseconds};
    cuda_.check(cuda_.cuLaunchKernel(spin_, 1, 1, 1, 1, 1, 1, 0, stream_, arguments, nullptr), "cuLaunchKernel");
  }

  bool done() override {
    const CudaDriver::Result result = cuda_.cuStreamQuery(stream_);
    if (result == CudaDriver::not_ready) return false;
    cuda_.check(result, "cuStreamQuery");
    return true;
  }

  void synchronize(DeviceWait way) override {
    if (way != DeviceWait::callback) {
      cuda_.check(cuda_.cuStreamSynchronize(stream_), "cuStreamSynchronize");
      return;
    }
    called_ = false;
    cuda_.check(cuda_.cuLaunchHostFunc(
                    stream_, [](void* self) { static_cast<CudaDevice*>(self)->wake(); }, this),
                "cuLaunchHostFunc");
    std::unique_lock lock(mutex_);
    woken_.wait(lock, [this] { return called_; });
  }

  std::string description() const override {
    std::array<char, 128> name{};
    int version = 0;
    cuda_.check(cuda_.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device_), "cuDeviceGetName");
    cuda_.check(cuda_.cuDriverGetVersion(&version), "cuDriverGetVersion");
    return fmt::format("{}, CUDA {}.{}", name.data(), version / 1000, version % 1000 / 10);
  }

 private:
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      called_ = true;
    }
    woken_.notify_all();
  }

  const CudaDriver& cuda_ = CudaDriver::get();
  CudaDriver::Device device_ = 0;
  CudaDriver::Context context_ = nullptr;
  CudaDriver::Module module_ = nullptr;
  CudaDriver::Function spin_ = nullptr;
  CudaDriver::Stream stream_ = nullptr;
  bool called_ = false;
  std::mutex mutex_;
  std::condition_variable woken_;
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(int index, DeviceWait way) { return std::make_unique<CudaDevice>(index, way); }

}  // namespace fockproxy
