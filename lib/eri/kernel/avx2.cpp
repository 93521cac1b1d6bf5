// The kernels for processors with AVX2 and FMA: four lanes. Only this file is compiled for them.
#define FOCKPROXY_LANES 4
#include "eri/kernel/limits.hpp"
#include "eri/kernel/quartet.hpp"

const fockproxy::eri::KernelSet fockproxy::eri::avx2_kernels{digest_ket_class, compute_quartet, lanes, nullptr,
                                                             limit_loops};
