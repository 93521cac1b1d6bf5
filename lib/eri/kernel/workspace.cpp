#include "eri/kernel/workspace.hpp"

#include <cstdlib>
#include <new>

namespace fockproxy::eri {

Workspace::~Workspace() {
  for (void* p : memory_) std::free(p);
}

void* Workspace::get(Slot slot, std::size_t bytes) {
  if (bytes > size_[slot]) {
    constexpr std::size_t line = 64;
    bytes = (bytes + bytes / 2 + line - 1) / line * line;
    std::free(memory_[slot]);
    size_[slot] = 0;
    memory_[slot] = std::aligned_alloc(line, bytes);
    if (!memory_[slot]) throw std::bad_alloc();
    size_[slot] = bytes;
  }
  return memory_[slot];
}

}  // namespace fockproxy::eri
