// Compiled for AVX-512 F, DQ and VL: see roundings.hpp.
#include "blocks/kernel/roundings.hpp"

namespace fockproxy {

extern const GridRounding avx512_grid_rounding;
const GridRounding avx512_grid_rounding{"avx512", add_rounded, add_rounded_in_two};

}  // namespace fockproxy
