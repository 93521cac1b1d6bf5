// Compiled for any processor: see roundings.hpp.
#include "blocks/kernel/roundings.hpp"

namespace fockproxy {

extern const GridRounding portable_grid_rounding;
const GridRounding portable_grid_rounding{"portable", add_rounded, add_rounded_in_two};

}  // namespace fockproxy
