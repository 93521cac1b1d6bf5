// Engine "gpu": the kernels for GPUs, on a GPU. So far it only says why it cannot work.
#include "device/cuda_driver.hpp"
#include "eri/gpu_kernels.hpp"
#include "support/error.hpp"

namespace fockproxy {

void require_gpu() {
  if (eri::gpu_kernels().empty())
    throw UsageError("UNSUPPORTED: this program has no kernels for GPUs: it was built without -DFOCKPROXY_CUDA=ON");
  CudaDriver::get();
  throw UsageError("UNSUPPORTED: this version has kernels for GPUs, but does not launch them yet");
}

}  // namespace fockproxy
