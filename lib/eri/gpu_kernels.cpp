#include "eri/gpu_kernels.hpp"

#if defined(FOCKPROXY_GPU_KERNELS)
// The name of the file is FOCKPROXY_GPU_KERNELS.
asm(".pushsection .rodata\n"
    ".balign 64\n"
    "fockproxy_gpu_kernels_begin: .incbin \"" FOCKPROXY_GPU_KERNELS
    "\"\n"
    "fockproxy_gpu_kernels_end: .byte 0\n"
    ".popsection\n");
extern "C" const std::byte fockproxy_gpu_kernels_begin[], fockproxy_gpu_kernels_end[];
#endif

namespace fockproxy::eri {

std::span<const std::byte> gpu_kernels() {
#if defined(FOCKPROXY_GPU_KERNELS)
  return {fockproxy_gpu_kernels_begin, fockproxy_gpu_kernels_end};
#else
  return {};
#endif
}

}  // namespace fockproxy::eri
