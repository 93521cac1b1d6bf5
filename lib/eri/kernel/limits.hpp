// Loops that do nothing but multiply and add, or load: what the kernels are measured against. Included by the kernels'
// translation units only.
#pragma once

#include <utility>

#include "eri/kernel/single.hpp"
#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {
namespace {

// A value that is in a register at this place, as far as the compiler knows: so that nothing is folded or left out.
#if defined(__AVX512F__)
#define FOCKPROXY_KEEP(x) asm volatile("" : "+v"(x))
#elif defined(__x86_64__)
#define FOCKPROXY_KEEP(x) asm volatile("" : "+x"(x))
#elif defined(__aarch64__)
#define FOCKPROXY_KEEP(x) asm volatile("" : "+w"(x))
#else
#define FOCKPROXY_KEEP(x) asm volatile("" : "+m"(x))
#endif

constexpr int chains = 12;  // more than a core has in flight, fewer than it has registers

// One multiply-add of every chain. By constant indices only: an array that is indexed by a loop stays in memory, and
// what is measured then is how fast that is stored.
template <class X, std::size_t... i>
inline __attribute__((always_inline)) void advance(X (&sum)[chains], X factor, X addend, std::index_sequence<i...>) {
  ((sum[i] = sum[i] * factor + addend), ...);
  const auto keep = [](X& x) { FOCKPROXY_KEEP(x); };
  (keep(sum[i]), ...);
}

// rounds * chains multiply-adds of vectors.
template <class X>
double multiply_adds(std::int64_t rounds) {
  const auto start = [](std::size_t i) { return broadcast_to<X>(static_cast<Element<X>>(1 + i)); };
  return [&]<std::size_t... i>(std::index_sequence<i...> all) {
    X sum[chains] = {start(i)...};
    const X factor = broadcast_to<X>(static_cast<Element<X>>(0.999));
    const X addend = broadcast_to<X>(static_cast<Element<X>>(0.001));
    for (std::int64_t n = 0; n < rounds; ++n) advance(sum, factor, addend, all);
    return (static_cast<double>(sum[i][0]) + ...);
  }(std::make_index_sequence<chains>());
}

// All of `vectors` vectors, `rounds` times.
double load_all(const void* memory, std::size_t vectors, std::int64_t rounds) {
  const V* v = static_cast<const V*>(memory);
  V sum[8] = {};
  for (std::int64_t n = 0; n < rounds; ++n)
    for (std::size_t i = 0; i + 8 <= vectors; i += 8) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k < 8; ++k) {
        V x = v[i + k];
        FOCKPROXY_KEEP(x);
        sum[k] = x;
      }
    }
  double result = 0;
  for (const V& s : sum) result += s[0];
  return result;
}

constexpr LimitLoops limit_loops{multiply_adds<V>, multiply_adds<F>, chains, load_all};

}  // namespace
}  // namespace fockproxy::eri
