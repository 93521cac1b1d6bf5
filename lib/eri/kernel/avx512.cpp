// The kernels for processors with AVX-512 F, DQ and VL: eight lanes. Only this file is compiled for them.
#define FOCKPROXY_LANES 8
#include "eri/kernel/limits.hpp"
#include "eri/kernel/quartet.hpp"

const fockproxy::eri::KernelSet fockproxy::eri::avx512_kernels{digest_ket_class, compute_quartet, lanes, &avx2_kernels,
                                                               limit_loops};
