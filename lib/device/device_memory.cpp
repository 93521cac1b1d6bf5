#include "device/device_memory.hpp"

#include <algorithm>

#include "device/cuda_driver.hpp"

namespace fockproxy {
namespace {

CudaDriver::Address address_of(const std::int64_t* words) { return reinterpret_cast<CudaDriver::Address>(words); }

void copy_words(std::int64_t* to, const std::int64_t* from, std::size_t count) {
  const CudaDriver& cuda = CudaDriver::get();
  cuda.check(cuda.cuMemcpy(address_of(to), address_of(from), count * sizeof(std::int64_t)), "cuMemcpy");
  // A copy from pageable memory may return before the device has it.
  cuda.check(cuda.cuCtxSynchronize(), "cuCtxSynchronize");
}

void free_on_host(std::int64_t* words) { delete[] words; }
void free_on_device(std::int64_t* words) { CudaDriver::get().cuMemFree_v2(address_of(words)); }

}  // namespace

PlacedWords make_words(MemoryPlace place, std::size_t count) {
  if (place == MemoryPlace::host) return {new std::int64_t[count](), free_on_host};
  const CudaDriver& cuda = CudaDriver::get();
  CudaDriver::Address address = 0;
  cuda.check(cuda.cuMemAlloc_v2(&address, count * sizeof(std::int64_t)), "cuMemAlloc");
  PlacedWords made{reinterpret_cast<std::int64_t*>(address), free_on_device};
  store_words(place, made.get(), std::vector<std::int64_t>(count));
  return made;
}

void store_words(MemoryPlace place, std::int64_t* to, std::span<const std::int64_t> words) {
  if (place == MemoryPlace::host) std::ranges::copy(words, to);
  else copy_words(to, words.data(), words.size());
}

std::vector<std::int64_t> load_words(MemoryPlace place, const std::int64_t* from, std::size_t count) {
  if (place == MemoryPlace::host) return {from, from + count};
  std::vector<std::int64_t> words(count);
  copy_words(words.data(), from, count);
  return words;
}

}  // namespace fockproxy
