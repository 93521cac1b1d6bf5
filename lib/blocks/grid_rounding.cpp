#include "blocks/grid_rounding.hpp"

#include <vector>

#include "support/processor.hpp"

namespace fockproxy {

extern const GridRounding portable_grid_rounding, avx2_grid_rounding, avx512_grid_rounding;

std::span<const GridRounding> grid_roundings() {
  static const std::vector<GridRounding> available = [] {
    std::vector<GridRounding> list{portable_grid_rounding};
#if defined(FOCKPROXY_X86_KERNELS)
    if (has_avx2()) list.push_back(avx2_grid_rounding);
    if (has_avx512()) list.push_back(avx512_grid_rounding);
#endif
    return list;
  }();
  return available;
}

}  // namespace fockproxy
