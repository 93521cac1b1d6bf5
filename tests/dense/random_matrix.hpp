// Matrices that are the same on every rank and in every run.
#pragma once

#include <Eigen/QR>
#include <random>

#include "support/matrix.hpp"

namespace fockproxy {

inline Matrix random_matrix(int rows, int columns) {
  std::mt19937_64 random(static_cast<std::uint64_t>(1000 * rows + columns));
  std::uniform_real_distribution<double> uniform(-1, 1);
  return Matrix::NullaryExpr(rows, columns, [&] { return uniform(random); });
}

inline Matrix random_orthogonal(int n) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(n, n)).householderQ() * Eigen::MatrixXd::Identity(n, n);
}

}  // namespace fockproxy
