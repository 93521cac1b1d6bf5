// Symmetric matrices that are so to the last bit.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

// Local, serial.
bool is_symmetric(const Matrix& m);
// Copies the lower triangle to the upper one.
void mirror_lower(Matrix& m);

}  // namespace fockproxy
