// Engine "gpu": kernels of lib/eri on a GPU.
#include "device/cuda_driver.hpp"
#include "digestion/engine.hpp"
#include "eri/gpu_kernels.hpp"
#include "support/error.hpp"

namespace fockproxy {

void require_gpu() {
  if (eri::gpu_kernels().empty())
    throw UsageError("UNSUPPORTED: this program has no kernels for GPUs: it was built without -DFOCKPROXY_CUDA=ON");
  CudaDriver::get();
  throw UsageError("UNSUPPORTED: this version has kernels for GPUs, but does not launch them yet");
}

std::unique_ptr<Engine> make_gpu_engine(const EngineContext&) {
  require_gpu();
  return nullptr;
}

}  // namespace fockproxy
