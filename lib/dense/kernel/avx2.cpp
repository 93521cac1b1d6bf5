// Compiled for AVX2 and FMA: see kernels.hpp.
#define Eigen Eigen_avx2
#include "dense/kernel/kernels.hpp"

namespace fockproxy {

extern const DenseKernels avx2_dense_kernels;
const DenseKernels avx2_dense_kernels{"avx2", multiply, lowest_eigenpairs};

}  // namespace fockproxy
