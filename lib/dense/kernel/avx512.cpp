// Compiled for AVX-512 F, DQ and VL: see kernels.hpp.
#define Eigen Eigen_avx512
#include "dense/kernel/kernels.hpp"

namespace fockproxy {

extern const DenseKernels avx512_dense_kernels;
const DenseKernels avx512_dense_kernels{"avx512", multiply, lowest_eigenpairs};

}  // namespace fockproxy
