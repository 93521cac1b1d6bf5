// Compiled for any processor: see kernels.hpp.
#include "dense/kernel/kernels.hpp"

namespace fockproxy {

extern const DenseKernels portable_dense_kernels;
const DenseKernels portable_dense_kernels{"portable", multiply, lowest_eigenpairs};

}  // namespace fockproxy
