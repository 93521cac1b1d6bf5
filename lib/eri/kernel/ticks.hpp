// A clock that is cheap enough to be read within a batch. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/simd.hpp"
#include "eri/kernel/task_view.hpp"

#if !defined(__x86_64__)
#include <time.h>
#endif

namespace fockproxy::eri {
namespace {

// Of the processor's clock where that can be read in a few nanoseconds, else nanoseconds: for shares only.
FOCKPROXY_INLINE std::int64_t ticks() {
#if defined(__x86_64__)
  return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
#else
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
#endif
}

// Adds the time since its construction, or since the last end(), to a part. Does nothing where nobody asks: to is null.
class Laps {
 public:
  FOCKPROXY_INLINE explicit Laps(KernelTicks* to) : to_(to), last_(to ? ticks() : 0) {}
  FOCKPROXY_INLINE void end(double KernelTicks::* part) {
    if (!to_) return;
    const std::int64_t now = ticks();
    to_->*part += static_cast<double>(now - last_);
    last_ = now;
  }

 private:
  KernelTicks* to_;
  std::int64_t last_;
};

}  // namespace
}  // namespace fockproxy::eri
