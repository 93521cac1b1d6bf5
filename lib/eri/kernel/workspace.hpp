// Working memory of the kernels, kept from call to call.
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

  // Returns at least `bytes` bytes, aligned to a cache line, with undefined contents. They are valid until the next
  // call for the slot. Defined out of line, so that code for one instruction set does not get into shared code.
  void* get(Slot slot, std::size_t bytes);

 private:
  std::array<void*, slots> memory_{};
  std::array<std::size_t, slots> size_{};
};

}  // namespace fockproxy::eri
