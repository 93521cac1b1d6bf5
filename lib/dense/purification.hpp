// The density of the lowest orbitals without orbitals.
#pragma once

#include "dense/algebra.hpp"

namespace fockproxy {

// The projector on the `occupied` lowest eigenvectors of a symmetric matrix in an orthonormal basis, symmetric to the
// last bit: trace-resetting second-order purification, SP2 (Niklasson, Phys. Rev. B 66, 155115, 2002). Every step is
// one product; their number grows with the logarithm of the width of the spectrum over the gap. Collective; throws
// AgreedComputationError where the gap is too small for it, or values are not finite.
DenseMatrix purify(Algebra& algebra, const DenseMatrix& symmetric, int occupied);

}  // namespace fockproxy
