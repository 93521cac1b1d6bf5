// Matrices that are symmetric to the last bit.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

// Copies the lower triangle to the upper one. Local, serial.
void mirror_lower(Matrix& m);

}  // namespace fockproxy
