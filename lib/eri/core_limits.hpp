// What one core can do at most with one instruction set: the limits that rates of the kernels are compared with.
#pragma once

#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {

struct CoreLimits {
  double full_flops = 0;    // floating-point operations a second, double precision; a multiply-add is two
  double single_flops = 0;  // single precision
  double l1_bytes = 0;      // loaded a second from the first level of cache, and from the second
  double l2_bytes = 0;
};

// Measures the core that this runs on, for some 50 ms: the best of a few short loops, because other programs disturb.
// Local; thread-safe.
CoreLimits measure_core(const KernelSet& kernels);

}  // namespace fockproxy::eri
