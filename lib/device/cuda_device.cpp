// Device "cuda": a GPU on which one thread reads the clock until the requested time is over.
#include "device/cuda_stream.hpp"

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

class CudaDevice final : public Device {
 public:
  CudaDevice(int index, DeviceWait way) : stream_(index, way) {
    cuda_.check(cuda_.cuModuleLoadData(&module_, spin_kernel), "cuModuleLoadData");
    cuda_.check(cuda_.cuModuleGetFunction(&spin_, module_, "spin"), "cuModuleGetFunction");
    begin(0);  // the first launch takes longer
    synchronize(DeviceWait::spin);
  }
  ~CudaDevice() override {
    cuda_.cuStreamSynchronize(stream_.handle());
    cuda_.cuModuleUnload(module_);
  }
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  void begin(double seconds) override {
    auto nanoseconds = static_cast<unsigned long long>(1e9 * seconds);
    void* arguments[] = {&nanoseconds};
    cuda_.check(cuda_.cuLaunchKernel(spin_, 1, 1, 1, 1, 1, 1, 0, stream_.handle(), arguments, nullptr),
                "cuLaunchKernel");
  }
  bool done() override { return stream_.done(); }
  void synchronize(DeviceWait way) override { stream_.synchronize(way); }
  std::string description() const override { return stream_.description(); }

 private:
  CudaStream stream_;
  const CudaDriver& cuda_ = stream_.cuda();
  CudaDriver::Module module_ = nullptr;
  CudaDriver::Function spin_ = nullptr;
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(int index, DeviceWait way) { return std::make_unique<CudaDevice>(index, way); }

}  // namespace fockproxy
