// Words in the memory of the host or of a GPU, for MPI calls that get their addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fockproxy {

// device: memory of the GPU whose context is current in the calling thread. The constructor of the device "cuda" makes
// one current, and it stays so as long as a device on this GPU lives.
enum class MemoryPlace { host, device };

// All functions are local and return when the memory has its new content. Those on device memory throw
// ComputationError with CUDA's error, and UsageError, "UNSUPPORTED: reason", without a driver of CUDA.

// 64-bit words with value 0. The pointer to device memory is for MPI and for the functions below; the host must not
// load from it.
using PlacedWords = std::unique_ptr<std::int64_t[], void (*)(std::int64_t*)>;
PlacedWords make_words(MemoryPlace place, std::size_t count);

void store_words(MemoryPlace place, std::int64_t* to, std::span<const std::int64_t> words);
std::vector<std::int64_t> load_words(MemoryPlace place, const std::int64_t* from, std::size_t count);

}  // namespace fockproxy
