// Eigenvalues and eigenvectors of dense symmetric matrices, in one file because Eigen's solver takes long to compile.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

// Column-major, which Eigen's tridiagonalisation is written for.
using ColumnMatrix = Eigen::MatrixXd;

struct Eigenpairs {
  Vector values;         // ascending
  ColumnMatrix vectors;  // orthonormal columns, in the order of the values
};

// Of the lower triangle. Local, serial. Throws ComputationError where the matrix holds values that are not finite.
Eigenpairs diagonalise(const ColumnMatrix& symmetric);

}  // namespace fockproxy
