#include "scf/atomic_density.hpp"

#include <algorithm>
#include <cmath>

#include "chem/elements.hpp"
#include "integrals/solid_harmonics.hpp"
#include "scf/atomic_integrals.hpp"
#include "scf/diis.hpp"
#include "scf/orbitals.hpp"

namespace fockproxy {

namespace {

constexpr double tolerance = 1e-6;  // of the DIIS error: far beyond what a guess needs
constexpr int max_iterations = 100;

// `electrons` in the lowest orbitals of angular momentum l, each orbital taking 2 (2l + 1).
Matrix subshell_density(const Orbitals& orbitals, int l, int electrons) {
  const double capacity = 2 * (2 * l + 1);
  Matrix density = Matrix::Zero(orbitals.coefficients.rows(), orbitals.coefficients.rows());
  double left = electrons;
  for (int k = 0; left > 0; ++k) {
    const auto c = orbitals.coefficients.col(k);
    density += std::min(1.0, left / capacity) * c * c.transpose();
    left -= capacity;
  }
  return density;
}

}  // namespace

std::optional<AtomicDensity> atomic_density(int nuclear_charge, const std::vector<Shell>& shells) {
  const AtomicIntegrals integrals(nuclear_charge, shells);
  const auto electrons = ground_configuration(nuclear_charge);
  const int l_count = integrals.angular_momenta();
  std::vector<Matrix> x(l_count);
  for (int l = 0; l < l_count; ++l) {
    if (integrals.functions(l) > 0) x[l] = canonical_orthogonalization(integrals.overlap(l), 1e-8).x;
  }
  for (int l = 0; l < static_cast<int>(electrons.size()); ++l) {
    const auto orbitals = l < l_count ? x[l].cols() : 0;
    if (electrons[l] > orbitals * 2 * (2 * l + 1)) return std::nullopt;
  }

  const auto lowest = [&](const std::vector<Matrix>& fock) {
    std::vector<Matrix> density(l_count);
    for (int l = 0; l < l_count; ++l) {
      density[l] = Matrix::Zero(integrals.functions(l), integrals.functions(l));
      if (l < static_cast<int>(electrons.size()) && electrons[l] > 0)
        density[l] = subshell_density(solve_roothaan(fock[l], x[l]), l, electrons[l]);
    }
    return density;
  };

  std::vector<Matrix> core(l_count);
  for (int l = 0; l < l_count; ++l) core[l] = integrals.core(l);
  AtomicDensity result;
  result.by_angular_momentum = lowest(core);
  DiisSubspace subspace;
  Diis diis(8, subspace);
  for (int iteration = 0; iteration < max_iterations && !result.converged; ++iteration) {
    std::vector<Matrix> fock = integrals.two_electron(result.by_angular_momentum);
    std::vector<Matrix> error(l_count);
    result.energy = 0;
    for (int l = 0; l < l_count; ++l) {
      fock[l] += core[l];
      const Matrix& density = result.by_angular_momentum[l];
      result.energy += (2 * l + 1) * density.cwiseProduct(core[l] + fock[l]).sum();
      if (integrals.functions(l) > 0) error[l] = diis_error(fock[l], density, integrals.overlap(l), x[l]);
    }
    result.converged = largest_element(error) < tolerance;
    diis.add(fock, error);
    result.by_angular_momentum = lowest(diis.extrapolate());
  }
  return result;
}

Matrix density_block(const AtomicDensity& density, const Shell& a, int i, int j) {
  const int l = a.angular_momentum;
  const double p = density.by_angular_momentum[l](i, j);
  if (a.spherical || l < 2) return p * Matrix::Identity(2 * l + 1, 2 * l + 1);
  const Matrix c = solid_harmonics(l);
  return p * c.transpose() * c;
}

}  // namespace fockproxy
