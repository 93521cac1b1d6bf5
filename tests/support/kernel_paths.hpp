// The sets of kernels that tests go through: those of the instruction sets, and the kernels for GPUs on a CPU.
#pragma once

#include <string_view>
#include <vector>

#include "eri/simd_path.hpp"

namespace fockproxy::testing {

struct KernelPath {
  std::string_view name;
  const eri::KernelSet* kernels;  // nullptr if this processor or compiler has none
};

inline constexpr int team_path = 3;  // the index of the kernels for GPUs

// In the order of eri::simd_paths(), then the kernels for GPUs.
inline std::vector<KernelPath> kernel_paths() {
  std::vector<KernelPath> paths;
  for (const eri::SimdPath& path : eri::simd_paths())
    paths.push_back({path.name, path.available() ? path.kernels : nullptr});
  paths.push_back({"team", &eri::team_kernels});
  return paths;
}

}  // namespace fockproxy::testing
