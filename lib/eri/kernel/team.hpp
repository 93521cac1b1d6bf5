// A team of threads: a block of threads on a GPU, a loop on a CPU. Its code is a sequence of phases. Included by the
// kernels' translation units only.
//
// Within a phase, no thread may read what another one writes; between phases all see everything. On a CPU, phases run
// from the first thread to the last and from the last to the first in turns, so that code that breaks this rule gives
// wrong numbers there too. Every thread must reach every phase.
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
  // Adds the sum of value(thread) over all threads to a number that other teams may add to. A phase without writes.
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
  // Adds to a number that other threads and teams may add to.
  static FOCKPROXY_INLINE void add(double& to, double value) { atomicAdd(&to, value); }
  // Returns a number that no other thread gets, and counts it. The order of the threads is undefined.
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

// A thread's own numbers, used like a pointer. Numbers with the same index are next to each other for all threads, so
// the threads of a GPU access consecutive memory.
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
