// Checks of `compare` for builds with exact sums: all builds of one grain must have the same bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fock/fock_build.hpp"

namespace fockproxy {

// Compares the builds of one grain. Exact sums are the same for any counter, matrix and cache. Local; the same on every
// rank, because hashes are.
class SameBits {
 public:
  // The fault of this build. Empty if it has the bits of the first one, or if sums are of doubles.
  std::string fault(const FockBuild& build) {
    if (!build.grid) return "";
    if (!hash_) hash_ = build.hash;
    if (*hash_ == build.hash) return "";
    return "the sums of F are exact, and its bits are not those of the first build of this grain";
  }

  std::optional<std::uint64_t> hash() const { return hash_; }  // of the first build; not set if sums are of doubles

 private:
  std::optional<std::uint64_t> hash_;
};

}  // namespace fockproxy
