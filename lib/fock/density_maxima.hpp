// The largest elements of a distributed density by shells, for screening.
#pragma once

#include "dense/dense_matrix.hpp"
#include "tasks/shell_maxima.hpp"

namespace fockproxy {

// Collective; bitwise the same on every rank. Of the lower triangle: that is what builds take of a density that is
// symmetric to rounding only.
ShellMaxima density_maxima(const BasisSet& basis, const SpinDense& density);

}  // namespace fockproxy
