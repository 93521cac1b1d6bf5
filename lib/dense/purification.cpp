#include "dense/purification.hpp"

#include <cmath>
#include <limits>

#include "dense/not_finite.hpp"
#include "dense/sum_alike.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

constexpr int most_steps = 100;
constexpr double rounding = 1e-14;  // an element

// Bounds of the spectrum, from the rows' sums (Gershgorin).
struct Spectrum {
  double lowest, highest;
};
Spectrum bounds(const DenseMatrix& matrix) {
  const auto n = static_cast<std::size_t>(matrix.rows());
  std::vector<double> sums(2 * n, 0.0);  // diagonal elements, then the others' absolute values, of every row
  matrix.for_each([&](Eigen::Index i, Eigen::Index j, double element) {
    if (i == j) sums[static_cast<std::size_t>(i)] = element;
    else sums[n + static_cast<std::size_t>(i)] += std::abs(element);
  });
  sum_alike(matrix.grid().comm(), sums);
  Spectrum spectrum{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < n; ++i) {
    spectrum.lowest = std::min(spectrum.lowest, sums[i] - sums[n + i]);
    spectrum.highest = std::max(spectrum.highest, sums[i] + sums[n + i]);
  }
  return spectrum;
}

double trace(const DenseMatrix& matrix) {
  double sum = 0;
  for (Eigen::Index j = 0; j < matrix.local().cols(); ++j) {
    const Eigen::Index global = matrix.column_index().global(j);
    if (matrix.row_index().owner(global) == matrix.grid().row())
      sum += matrix.local()(matrix.row_index().local(global), j);
  }
  sum_alike(matrix.grid().comm(), std::span(&sum, 1));
  return sum;
}

void add_to_diagonal(DenseMatrix& matrix, double value) {
  matrix.for_each([&](Eigen::Index i, Eigen::Index j, double& element) {
    if (i == j) element += value;
  });
}

}  // namespace

DenseMatrix purify(Algebra& algebra, const DenseMatrix& symmetric, int occupied) {
  const auto n = symmetric.rows();
  if (!std::isfinite(largest_element({symmetric}))) throw AgreedComputationError(not_finite);
  DenseMatrix x = algebra.zeros(n, n);
  if (occupied == 0) return x;
  if (occupied == n) {
    add_to_diagonal(x, 1);
    return x;
  }
  // Eigenvalues into [0, 1], the lowest first: (highest - F) / (highest - lowest).
  const Spectrum spectrum = bounds(symmetric);
  const double width = std::max(spectrum.highest - spectrum.lowest, std::numeric_limits<double>::min());
  x.add(-1 / width, symmetric);
  add_to_diagonal(x, spectrum.highest / width);
  double last_error = std::numeric_limits<double>::infinity();
  for (int step = 0; step < most_steps; ++step) {
    const DenseMatrix square = algebra.multiply(x, x);
    const double electrons = trace(x), squared = trace(square);
    const double error = std::abs(electrons - squared);  // zero for a projector
    // Near the end the error of either branch falls by squaring; rounding ends that.
    const bool settled = error <= rounding * static_cast<double>(n) || (error >= last_error && error < 1e-9);
    if (settled && std::abs(electrons - occupied) < 1e-6) return algebra.symmetric_part(x);
    last_error = error;
    if (std::abs(squared - occupied) < std::abs(2 * electrons - squared - occupied)) {
      x = square;
    } else {
      x *= 2;
      x -= square;
    }
  }
  throw AgreedComputationError(
      "purification does not end within " + std::to_string(most_steps) +
      " products: the gap between occupied and empty orbitals is too small for --solve sp2; scalapack and local have "
      "no such limit");
}

}  // namespace fockproxy
