// Which instruction set the kernels use.
#pragma once

#include <span>
#include <string_view>

#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {

// One line of the table of names; the later, the faster.
struct SimdPath {
  std::string_view name;
  std::string_view summary;
  const KernelSet* kernels;  // nullptr: this compiler or architecture cannot make them
  bool (*processor_has_it)();

  bool available() const { return kernels && processor_has_it(); }
};

std::span<const SimdPath> simd_paths();
// Place in simd_paths() of `name`, or of the fastest available path for "auto". Throws UsageError for an unknown name
// and for a path that this processor lacks. Local: ranks must agree on the lowest.
int find_simd_path(std::string_view name);

}  // namespace fockproxy::eri
