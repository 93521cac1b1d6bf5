#include "eri/simd_path.hpp"

#include <array>
#include <string>

#include "support/error.hpp"
#include "support/processor.hpp"

namespace fockproxy::eri {

namespace {

bool always() { return true; }

}  // namespace

std::span<const SimdPath> simd_paths() {
  static const std::array paths{
      SimdPath{"portable", "two lanes, any processor", &portable_kernels, always},
#if defined(FOCKPROXY_X86_KERNELS)
      SimdPath{"avx2", "four lanes, AVX2 and FMA", &avx2_kernels, has_avx2},
      SimdPath{"avx512", "eight lanes, AVX-512 F, DQ and VL", &avx512_kernels, has_avx512},
#else
      SimdPath{"avx2", "four lanes, AVX2 and FMA", nullptr, always},
      SimdPath{"avx512", "eight lanes, AVX-512 F, DQ and VL", nullptr, always},
#endif
  };
  return paths;
}

int find_simd_path(std::string_view name) {
  const auto paths = simd_paths();
  std::string names = "auto";
  int fastest = 0;
  for (int i = 0; i < static_cast<int>(paths.size()); ++i) {
    names += ", " + std::string(paths[i].name);
    if (paths[i].available()) fastest = i;
    if (paths[i].name != name) continue;
    if (paths[i].available()) return i;
    throw UsageError("--simd " + std::string(name) + ": this processor lacks it; the fastest it has is " +
                     std::string(paths[fastest].name));
  }
  if (name == "auto") return fastest;
  throw UsageError("--simd " + std::string(name) + " is not known; it is one of " + names);
}

}  // namespace fockproxy::eri
