// What every engine says of a matrix that has no eigenvalues.
#pragma once

#include "support/error.hpp"

namespace fockproxy {

inline constexpr const char* not_finite =
    "a Fock, overlap or Hessian matrix cannot be diagonalised: it holds values that are not finite";

}  // namespace fockproxy
