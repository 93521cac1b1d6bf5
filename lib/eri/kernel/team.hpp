// A team of threads: a block of threads on a GPU, a loop on a CPU. Its code is a sequence of phases. Included by the
// kernels' translation units only.
//
// Within a phase, no thread may read what another thread writes. After a phase, all threads see all writes. On a CPU,
// the order of the threads alternates between forward and reverse from phase to phase, so that code that violates this
// rule gives wrong numbers on a CPU too. Every thread must reach every phase.
#pragma once

#include <cstddef>

#include "eri/kernel/device_code.hpp"
#include "eri/kernel/team_view.hpp"

namespace fockproxy::eri {
namespace {

// A variable of each thread that lives longer than a phase.
template <class T>
class PerThread {
 public:
#if defined(__CUDACC__) || defined(__HIPCC__)
  FOCKPROXY_INLINE T& operator[](int) { return value_; }

 private:
  T value_;
#else
  FOCKPROXY_INLINE T& operator[](int thread) { return values_[thread]; }

 private:
  T values_[team_size];
#endif
};

class Team {
 public:
#if defined(__CUDACC__) || defined(__HIPCC__)
  // Runs phase(thread) for every thread.
  template <class Phase>
  FOCKPROXY_INLINE void each(Phase phase) {
    phase(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  // Adds the sum of value(thread) over all threads to a number to which other teams may also add. It acts as a phase in
  // which no thread writes anything else.
  template <class Value>
  FOCKPROXY_INLINE void add_sum(double& to, Value value) {
    double sum = value(static_cast<int>(threadIdx.x));
#if defined(__HIPCC__)
    constexpr int width = 64;
    for (int other = width / 2; other > 0; other /= 2) sum += __shfl_down(sum, other);
#else
    constexpr int width = 32;
    for (int other = width / 2; other > 0; other /= 2) sum += __shfl_down_sync(0xffffffffu, sum, other);
#endif
    if (threadIdx.x % width == 0) atomicAdd(&to, sum);
  }
  // Adds to a number to which other threads and teams may also add.
  static FOCKPROXY_INLINE void add(double& to, double value) { atomicAdd(&to, value); }
  // Returns a different number to each caller, and increments the count. The order of the threads is undefined.
  static FOCKPROXY_INLINE int take(int& count) { return atomicAdd(&count, 1); }
#else
  template <class Phase>
  FOCKPROXY_INLINE void each(Phase phase) {
    for (int n = 0; n < team_size; ++n) phase(backwards_ ? team_size - 1 - n : n);
    backwards_ = !backwards_;
  }
  template <class Value>
  FOCKPROXY_INLINE void add_sum(double& to, Value value) {
    double sum = 0;
    for (int n = 0; n < team_size; ++n) sum += value(n);
    to += sum;
  }
  static FOCKPROXY_INLINE void add(double& to, double value) { to += value; }
  static FOCKPROXY_INLINE int take(int& count) { return count++; }

 private:
  bool backwards_ = false;
#endif
};

// The working memory of a thread, used like a pointer. The elements of all threads with the same index are contiguous,
// so the threads of a GPU access contiguous memory.
template <class X>
struct OwnNumbers {
  X* first;

  FOCKPROXY_INLINE X& operator[](std::ptrdiff_t i) const { return first[i * team_size]; }
  FOCKPROXY_INLINE OwnNumbers operator+(std::ptrdiff_t i) const { return {first + i * team_size}; }
  FOCKPROXY_INLINE OwnNumbers& operator+=(std::ptrdiff_t i) {
    first += i * team_size;
    return *this;
  }
};

// The part of OwnLayout that begins with number `part`, as numbers of type X.
template <class X>
FOCKPROXY_INLINE OwnNumbers<X> own_numbers(const TeamMemory& memory, std::ptrdiff_t part, int thread) {
  return {reinterpret_cast<X*>(memory.own + part * team_size) + thread};
}

}  // namespace
}  // namespace fockproxy::eri
