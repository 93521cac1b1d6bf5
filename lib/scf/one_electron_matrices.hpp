// One-electron matrices as the SCF has them: no rank holds one whole.
#pragma once

#include <functional>
#include <vector>

#include "dense/algebra.hpp"
#include "integrals/one_electron.hpp"

namespace fockproxy {

// All matrices of an operator, symmetric to the last bit. The ranks share out the pairs of shells. `progress` is called
// on every rank with the share done so far. Collective; throws AgreedComputationError where Libint fails on a rank.
std::vector<DenseMatrix> one_electron_matrices(Algebra& algebra, OneElectronIntegrals integrals,
                                               const std::function<void(double)>& progress = {});

}  // namespace fockproxy
