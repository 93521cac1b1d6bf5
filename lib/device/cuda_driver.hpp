// The calls of CUDA's driver that this program uses. The library is loaded at the first use, so nothing is linked, and
// no header or compiler of CUDA is needed. Names, arguments and values are those of the CUDA Driver API, version 11 and
// later.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fockproxy {

struct CudaDriver {
  using Result = int;  // CUresult
  using Device = int;  // CUdevice
  struct ContextObject;
  struct ModuleObject;
  struct FunctionObject;
  struct StreamObject;
  using Context = ContextObject*;
  using Module = ModuleObject*;
  using Function = FunctionObject*;
  using Stream = StreamObject*;
  using HostFunction = void (*)(void*);
  using Address = std::uintptr_t;  // CUdeviceptr; of device or host memory

  static constexpr Result success = 0, out_of_memory = 2, not_ready = 600;              // CUDA_ERROR_NOT_READY
  static constexpr unsigned schedule_spin = 1, schedule_yield = 2, schedule_block = 4;  // CU_CTX_SCHED_*
  static constexpr unsigned non_blocking = 1;                                           // CU_STREAM_NON_BLOCKING
  static constexpr int processors = 16;          // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
  static constexpr int compute_capability = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR

  // The driver of this process, initialised. Local, thread-safe. Throws UsageError, "UNSUPPORTED: reason", if there is
  // no libcuda.so.1, if it lacks one of the calls, or if it finds no device.
  static const CudaDriver& get();

  // Throws ComputationError with the call and CUDA's error unless `result` is success.
  void check(Result result, const char* call) const;

  Result (*cuInit)(unsigned flags);
  Result (*cuDriverGetVersion)(int* version);
  Result (*cuGetErrorName)(Result error, const char** name);
  Result (*cuDeviceGetCount)(int* count);
  Result (*cuDeviceGet)(Device* device, int ordinal);
  Result (*cuDeviceGetName)(char* name, int length, Device device);
  Result (*cuDeviceGetAttribute)(int* value, int attribute, Device device);
  Result (*cuDevicePrimaryCtxSetFlags_v2)(Device device, unsigned flags);
  Result (*cuDevicePrimaryCtxRetain)(Context* context, Device device);
  Result (*cuDevicePrimaryCtxRelease_v2)(Device device);
  Result (*cuCtxSetCurrent)(Context context);
  Result (*cuCtxSynchronize)();
  Result (*cuMemAlloc_v2)(Address* address, std::size_t bytes);
  Result (*cuMemFree_v2)(Address address);
  Result (*cuMemHostAlloc)(void** memory, std::size_t bytes, unsigned flags);
  Result (*cuMemFreeHost)(void* memory);
  Result (*cuMemcpy)(Address to, Address from, std::size_t bytes);
  Result (*cuMemcpyAsync)(Address to, Address from, std::size_t bytes, Stream stream);
  Result (*cuMemsetD8Async)(Address to, unsigned char value, std::size_t bytes, Stream stream);
  Result (*cuModuleLoadData)(Module* module, const void* image);
  Result (*cuModuleUnload)(Module module);
  Result (*cuModuleGetFunction)(Function* function, Module module, const char* name);
  Result (*cuStreamCreate)(Stream* stream, unsigned flags);
  Result (*cuStreamDestroy_v2)(Stream stream);
  Result (*cuStreamQuery)(Stream stream);
  Result (*cuStreamSynchronize)(Stream stream);
  Result (*cuLaunchKernel)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                           unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** arguments,
                           void** extra);
  Result (*cuLaunchHostFunc)(Stream stream, HostFunction function, void* data);
};

}  // namespace fockproxy
