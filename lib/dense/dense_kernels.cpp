#include "dense/dense_kernels.hpp"

#include <vector>

#include "support/processor.hpp"

namespace fockproxy {

extern const DenseKernels portable_dense_kernels, avx2_dense_kernels, avx512_dense_kernels;

std::span<const DenseKernels> dense_kernels() {
  static const std::vector<DenseKernels> available = [] {
    std::vector<DenseKernels> list{portable_dense_kernels};
#if defined(FOCKPROXY_X86_KERNELS)
    if (has_avx2()) list.push_back(avx2_dense_kernels);
    if (has_avx512()) list.push_back(avx512_dense_kernels);
#endif
    return list;
  }();
  return available;
}

const DenseKernels& dense_kernels(std::string_view name) {
  for (const DenseKernels& kernels : dense_kernels())
    if (kernels.name == name) return kernels;
  return dense_kernels().back();
}

}  // namespace fockproxy
