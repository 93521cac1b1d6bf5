// Compiled for AVX2 and FMA; see roundings.hpp.
#include "blocks/kernel/roundings.hpp"

namespace fockproxy {

extern const GridRounding avx2_grid_rounding;
const GridRounding avx2_grid_rounding{"avx2", add_rounded, add_rounded_in_two};

}  // namespace fockproxy
