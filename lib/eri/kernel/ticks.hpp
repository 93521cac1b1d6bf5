// A clock that is cheap enough for readings within a batch. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/simd.hpp"
#include "eri/kernel/task_view.hpp"

#if !defined(__x86_64__)
#include <time.h>
#endif

namespace fockproxy::eri {
namespace {

// Ticks of the processor's clock if it can be read in a few nanoseconds, else nanoseconds. Use them for shares only.
FOCKPROXY_INLINE std::int64_t ticks() {
#if defined(__x86_64__)
  return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
#else
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
#endif
}

// A part of a batch takes microseconds. If it took more than a million ticks, another process interrupted it, and the
// sample would count eight times.
inline constexpr std::int64_t interrupted = 1000000;

inline constexpr std::uint64_t sample_every = 8;  // batches: readings in each would add a fifth to the shortest

// Selects the batches of a call to measure, and sums the results.
class BatchClock {
 public:
  explicit BatchClock(bool wanted)
      : start_(wanted ? ticks() : 0), wanted_(wanted), batch_(static_cast<std::uint64_t>(start_) >> 5) {}

  FOCKPROXY_INLINE void next_batch() {
    if (!wanted_) return;
    looks_ = batch_++ % sample_every == 0;  // the first batch depends on the last bits of the clock, that is, on chance
    found_.samples += looks_ ? 1 : 0;
  }
  FOCKPROXY_INLINE KernelTicks* looked_at() { return looks_ ? &found_ : nullptr; }

  // Adds the time of the call. Its parts are extrapolated from the measured batches.
  void add_to(KernelTicks& sum) const {
    if (!wanted_) return;
    sum.all += static_cast<double>(ticks() - start_);
    sum.hermite += sample_every * found_.hermite;
    sum.contraction += sample_every * found_.contraction;
    sum.digestion += sample_every * found_.digestion;
    sum.samples += found_.samples;
  }

 private:
  KernelTicks found_;
  std::int64_t start_;
  bool wanted_, looks_ = false;
  std::uint64_t batch_;
};

// Adds the time since construction, or since the last end(), to a part. Does nothing without a clock, or in a batch
// that is not measured.
class Laps {
 public:
  FOCKPROXY_INLINE explicit Laps(BatchClock* clock)
      : to_(clock ? clock->looked_at() : nullptr), last_(to_ ? ticks() : 0) {}
  FOCKPROXY_INLINE void end(double KernelTicks::* part) {
    if (!to_) return;
    const std::int64_t now = ticks();
    if (now - last_ < interrupted) to_->*part += static_cast<double>(now - last_);
    last_ = now;
  }

 private:
  KernelTicks* to_;
  std::int64_t last_;
};

}  // namespace
}  // namespace fockproxy::eri
