// The kernels for any processor: two lanes.
#define FOCKPROXY_LANES 2
#include "eri/kernel/limits.hpp"
#include "eri/kernel/quartet.hpp"

const fockproxy::eri::KernelSet fockproxy::eri::portable_kernels{digest_ket_class, compute_quartet, lanes, nullptr,
                                                                 limit_loops};
