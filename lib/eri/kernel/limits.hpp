// Loops that only multiply and add, or load. The rates of the kernels are compared with them. Included by the kernels'
// translation units only.
#pragma once

#include <utility>

#include "eri/kernel/single.hpp"
#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {
namespace {

// Makes the compiler assume that the value is in a register at this place, so that it removes nothing.
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

template <class X>
inline __attribute__((always_inline)) X kept(X x) {
  FOCKPROXY_KEEP(x);
  return x;
}

// Each chain is a separate variable. An array of chains might stay in memory, and the loop would then measure stores.
template <class X, class... Chain>
inline __attribute__((always_inline)) double advance(std::int64_t rounds, X factor, X addend, Chain... sum) {
  for (std::int64_t n = 0; n < rounds; ++n) ((sum = kept<X>(sum * factor + addend)), ...);
  return (static_cast<double>(sum[0]) + ...);
}

// rounds * chains multiply-adds of vectors.
template <class X>
double multiply_adds(std::int64_t rounds) {
  const auto value = [](double x) { return broadcast_to<X>(static_cast<Element<X>>(x)); };
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return advance<X>(rounds, value(0.999), value(0.001), value(1.0 + i)...);
  }(std::make_index_sequence<chains>());
}

// Loads all of `vectors` vectors, `rounds` times.
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
