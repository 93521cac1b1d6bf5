#include "scf/diis.hpp"

#include <Eigen/LU>
#include <algorithm>

namespace fockproxy {

namespace {

double dot(const std::vector<Matrix>& a, const std::vector<Matrix>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].cwiseProduct(b[i]).sum();
  return sum;
}

}  // namespace

Matrix diis_error(const Matrix& fock, const Matrix& density, const Matrix& overlap, const Matrix& x) {
  const Matrix half = (x.transpose() * fock) * (density * (overlap * x));
  return half - half.transpose();
}

double largest_element(const std::vector<Matrix>& matrices) {
  double largest = 0;
  for (const Matrix& m : matrices) {
    if (m.size() > 0) largest = std::max(largest, m.cwiseAbs().maxCoeff());
  }
  return largest;
}

void Diis::add(std::vector<Matrix> fock, std::vector<Matrix> error) {
  entries_.push_back({std::move(fock), std::move(error)});
  if (entries() > size_) entries_.pop_front();
}

Vector Diis::coefficients() const {
  // [B 1; 1^T 0] [c; -lambda] = [0; 1], with the rows and columns of B scaled to a unit diagonal, because the errors
  // span many orders of magnitude.
  const int n = entries();
  Vector scale(n);
  for (int i = 0; i < n; ++i) {
    const double norm = std::sqrt(dot(entries_[i].error, entries_[i].error));
    scale[i] = norm > 0 ? 1 / norm : 1;
  }
  Eigen::MatrixXd equations = Eigen::MatrixXd::Zero(n + 1, n + 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      equations(i, j) = equations(j, i) = scale[i] * scale[j] * dot(entries_[i].error, entries_[j].error);
    }
    equations(i, n) = equations(n, i) = scale[i] / scale.maxCoeff();
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> solver(equations);
  if (n > 1 && solver.rcond() < 1e-14) return {};
  Vector solution = solver.solve(Vector::Unit(n + 1, n)).head(n).cwiseProduct(scale);
  return solution / solution.sum();
}

std::vector<Matrix> Diis::extrapolate() {
  if (dot(entries_.back().error, entries_.back().error) == 0) return entries_.back().fock;
  Vector c = coefficients();
  while (c.size() == 0) {
    entries_.pop_front();
    c = coefficients();
  }
  std::vector<Matrix> fock = entries_[0].fock;
  for (std::size_t k = 0; k < fock.size(); ++k) {
    fock[k] *= c[0];
    for (int i = 1; i < entries(); ++i) fock[k] += c[i] * entries_[i].fock[k];
  }
  return fock;
}

}  // namespace fockproxy
