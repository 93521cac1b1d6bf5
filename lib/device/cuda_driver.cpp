#include "device/cuda_driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "support/error.hpp"

namespace fockproxy {

namespace {

constexpr const char* library = "libcuda.so.1";

template <class Function>
void load(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) throw UsageError(fmt::format("UNSUPPORTED: {} has no {}", library, name));
}

CudaDriver load_driver() {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw UsageError(fmt::format("UNSUPPORTED: no driver of CUDA: {}", dlerror()));
  CudaDriver d{};
#define FOCKPROXY_LOAD(call) load(handle, #call, d.call)
  FOCKPROXY_LOAD(cuInit);
  FOCKPROXY_LOAD(cuDriverGetVersion);
  FOCKPROXY_LOAD(cuGetErrorName);
  FOCKPROXY_LOAD(cuDeviceGetCount);
  FOCKPROXY_LOAD(cuDeviceGet);
  FOCKPROXY_LOAD(cuDeviceGetName);
  FOCKPROXY_LOAD(cuDeviceGetAttribute);
  FOCKPROXY_LOAD(cuDevicePrimaryCtxSetFlags_v2);
  FOCKPROXY_LOAD(cuDevicePrimaryCtxRetain);
  FOCKPROXY_LOAD(cuDevicePrimaryCtxRelease_v2);
  FOCKPROXY_LOAD(cuCtxSetCurrent);
  FOCKPROXY_LOAD(cuCtxSynchronize);
  FOCKPROXY_LOAD(cuMemAlloc_v2);
  FOCKPROXY_LOAD(cuMemFree_v2);
  FOCKPROXY_LOAD(cuMemHostAlloc);
  FOCKPROXY_LOAD(cuMemFreeHost);
  FOCKPROXY_LOAD(cuMemcpy);
  FOCKPROXY_LOAD(cuMemcpyAsync);
  FOCKPROXY_LOAD(cuMemsetD8Async);
  FOCKPROXY_LOAD(cuModuleLoadData);
  FOCKPROXY_LOAD(cuModuleUnload);
  FOCKPROXY_LOAD(cuModuleGetFunction);
  FOCKPROXY_LOAD(cuStreamCreate);
  FOCKPROXY_LOAD(cuStreamDestroy_v2);
  FOCKPROXY_LOAD(cuStreamQuery);
  FOCKPROXY_LOAD(cuStreamSynchronize);
  FOCKPROXY_LOAD(cuLaunchKernel);
  FOCKPROXY_LOAD(cuLaunchHostFunc);
#undef FOCKPROXY_LOAD
  int count = 0;
  const auto refuse_unless = [&](CudaDriver::Result result, const char* call) {
    const char* name = nullptr;
    if (result == CudaDriver::success) return;
    d.cuGetErrorName(result, &name);
    throw UsageError(fmt::format("UNSUPPORTED: {}: {}", call, name ? name : std::to_string(result)));
  };
  refuse_unless(d.cuInit(0), "cuInit");
  refuse_unless(d.cuDeviceGetCount(&count), "cuDeviceGetCount");
  if (count == 0) throw UsageError("UNSUPPORTED: the driver of CUDA finds no device");
  return d;
}

}  // namespace

const CudaDriver& CudaDriver::get() {
  static const CudaDriver driver = load_driver();
  return driver;
}

void CudaDriver::check(Result result, const char* call) const {
  if (result == success) return;
  const char* name = nullptr;
  cuGetErrorName(result, &name);
  throw ComputationError(fmt::format("{}: {}", call, name ? name : std::to_string(result)));
}

}  // namespace fockproxy
