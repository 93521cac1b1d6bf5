// Memory of the symmetric heap of OpenSHMEM. Only builds with OpenSHMEM have it.
#pragma once

#include <cstddef>
#include <string_view>

#include "parallel/runtime.hpp"

namespace fockproxy {

// Words of 8 bytes at the same symmetric address on every rank (OpenSHMEM 1.5 section 9.3.1). All zero at the start.
// Construction and destruction are collective over the world of the runtime. Not thread-safe.
class SymmetricWords {
 public:
  static_assert(sizeof(long) == 8, "the atomics of OpenSHMEM that the backends use count in long");

  // Every rank gets as many words as the rank that asks for most of them. Throws AgreedUsageError if OpenSHMEM was not
  // started, and if the symmetric heap has no room; the error names `object` and the variable to set.
  SymmetricWords(const Runtime& runtime, std::size_t words, std::string_view object);
  ~SymmetricWords();
  SymmetricWords(const SymmetricWords&) = delete;
  SymmetricWords& operator=(const SymmetricWords&) = delete;

  // Local. The symmetric address, for calls of OpenSHMEM.
  long* at(std::size_t word) const { return words_ + word; }

 private:
  long* words_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace fockproxy
