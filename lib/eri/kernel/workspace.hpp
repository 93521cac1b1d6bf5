// Scratch memory of the kernels, kept from call to call.
#pragma once

#include <array>
#include <cstddef>

namespace fockproxy::eri {

// Not thread-safe: one per thread.
class Workspace {
 public:
  Workspace() = default;
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  enum Slot {
    lanes,
    places,
    ket_data,
    bounds,
    bra_primitive,
    cubes,
    half_contracted,
    products,
    half_columns,
    ket_products,
    rows,
    integrals,
    lane_rows,
    flags,
    slots
  };

  // At least `bytes` bytes aligned to a cache line, contents undefined; valid until the slot is asked for again.
  // Defined out of line: the kernels' instruction sets must not leak into shared code.
  void* get(Slot slot, std::size_t bytes);

 private:
  std::array<void*, slots> memory_{};
  std::array<std::size_t, slots> size_{};
};

}  // namespace fockproxy::eri
