// The instruction sets of the kernels, and the choice of one.
#pragma once

#include <span>
#include <string_view>

#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {

// One line of the table of names; the fastest set is the last.
struct SimdPath {
  std::string_view name;
  std::string_view summary;
  const KernelSet* kernels;  // nullptr: this compiler or architecture cannot produce them
  bool (*processor_has_it)();

  bool available() const { return kernels && processor_has_it(); }
};

std::span<const SimdPath> simd_paths();
// The index in simd_paths() of `name`, or of the fastest available set for "auto". Throws UsageError for an unknown
// name and for a set that this processor lacks. Local: the ranks must agree on the lowest index.
int find_simd_path(std::string_view name);

}  // namespace fockproxy::eri
