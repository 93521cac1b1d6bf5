// The limits of one core with one instruction set, to compare the rates of the kernels with.
#pragma once

#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {

struct CoreLimits {
  double full_flops = 0;    // floating-point operations per second in double precision; a multiply-add counts as two
  double single_flops = 0;  // in single precision
  double l1_bytes = 0;      // bytes per second loaded from the first level of cache, and from the second
  double l2_bytes = 0;
};

// Measures the core of the calling thread, for about 50 ms. Each limit is the best of a few short loops, because other
// programs may disturb them. Local; thread-safe.
CoreLimits measure_core(const KernelSet& kernels);

}  // namespace fockproxy::eri
