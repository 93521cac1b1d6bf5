// The lane types of this translation unit, by FOCKPROXY_LANES: vectors for the lanes of a CPU, or numbers for one lane.
// Included by the kernels' translation units only.
#pragma once

#if FOCKPROXY_LANES == 1
#include "eri/kernel/one_lane.hpp"
#else
#include "eri/kernel/single.hpp"
#endif
