// Hashes with a seed. Unlike the distributions of <random>, they give the same numbers on every rank, compiler and
// machine.
#pragma once

#include <cstdint>

namespace fockproxy {

// The finaliser of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014): a bijection that scatters nearby integers.
constexpr std::uint64_t hash64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Combines a running hash with one more value; depends on the order.
constexpr std::uint64_t hash_append(std::uint64_t hash, std::uint64_t value) { return hash64(hash ^ hash64(value)); }

// A double in [0, 1) from 64 random bits.
constexpr double unit_interval(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

}  // namespace fockproxy
