// The kernels for GPUs that are part of the program.
#pragma once

#include <cstddef>
#include <span>

namespace fockproxy::eri {

// The image of the kernels of kernel/team_on_gpu.cu for CUDA's cuModuleLoadData. Empty if the program was built without
// FOCKPROXY_CUDA. Valid until the program ends; thread-safe.
std::span<const std::byte> gpu_kernels();

}  // namespace fockproxy::eri
