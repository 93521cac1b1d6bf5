#include "eri/core_limits.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/clock.hpp"

namespace fockproxy::eri {

namespace {

constexpr int tries = 12;

// Units per second, for the fastest of several calls of about a millisecond. f(rounds) does `units` in each round.
template <class F>
double best_rate(double units, F f) {
  std::int64_t rounds = 64;
  double seconds = 0;
  volatile double keep = 0;
  for (;; rounds *= 2) {
    const double start = now();
    keep = f(rounds);
    seconds = now() - start;
    if (seconds > 0.5e-3) break;
  }
  for (int i = 0; i < tries; ++i) {
    const double start = now();
    keep = f(rounds);
    seconds = std::min(seconds, now() - start);
  }
  static_cast<void>(keep);
  return units * static_cast<double>(rounds) / seconds;
}

}  // namespace

CoreLimits measure_core(const KernelSet& kernels) {
  const LimitLoops& loops = kernels.limits;
  const double operations = 2.0 * loops.chains * kernels.lanes;
  CoreLimits limits;
  limits.full_flops = best_rate(operations, loops.full);
  limits.single_flops = best_rate(2 * operations, loops.single);
  const auto bandwidth = [&](std::size_t bytes) {
    const std::vector<double> memory(bytes / sizeof(double) + 8, 1.0);
    const void* start = memory.data() + (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64) / sizeof(double);
    const std::size_t vectors = bytes / (sizeof(double) * static_cast<std::size_t>(kernels.lanes));
    return best_rate(static_cast<double>(bytes),
                     [&](std::int64_t rounds) { return loops.load(start, vectors, rounds); });
  };
  limits.l1_bytes = bandwidth(16 << 10);
  limits.l2_bytes = bandwidth(256 << 10);
  return limits;
}

}  // namespace fockproxy::eri
