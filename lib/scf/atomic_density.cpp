#include "scf/atomic_density.hpp"

#include <algorithm>
#include <cmath>

#include "chem/elements.hpp"
#include "dense/whole_matrix.hpp"
#include "integrals/solid_harmonics.hpp"
#include "scf/atomic_integrals.hpp"
#include "scf/diis.hpp"
#include "scf/orbitals.hpp"

namespace fockproxy {

namespace {

constexpr double tolerance = 1e-6;  // for the DIIS error; much smaller than a guess needs
constexpr int max_iterations = 100;

// Puts `electrons` into the lowest orbitals of angular momentum l. Each orbital takes 2 (2l + 1).
DenseMatrix subshell_density(Algebra& algebra, const Orbitals& orbitals, int l, int electrons) {
  const double capacity = 2 * (2 * l + 1);
  Vector occupation = Vector::Zero(orbitals.energies.size());
  double left = electrons;
  for (int k = 0; left > 0; ++k, left -= capacity) occupation[k] = std::min(1.0, left / capacity);
  DenseMatrix weighted = orbitals.coefficients;
  weighted.scale_columns(occupation);
  return algebra.multiply(Op::plain, weighted, Op::transposed, orbitals.coefficients);
}

}  // namespace

std::optional<AtomicDensity> atomic_density(int nuclear_charge, const std::vector<Shell>& shells) {
  const AtomicIntegrals integrals(nuclear_charge, shells);
  const auto electrons = ground_configuration(nuclear_charge);
  const int l_count = integrals.angular_momenta();
  // Grids of one process have whole matrices. These are small, and with the portable kernels they have the same bits
  // everywhere.
  const Communicator self(MPI_COMM_SELF);
  const auto algebra = Choice<SolverEntry>("local")->make(self, "portable");
  SpinDense core;  // by angular momentum
  std::vector<Orthogonalization> basis;
  for (int l = 0; l < l_count; ++l) {
    core.push_back(distributed(algebra->grid(), integrals.core(l)));
    const DenseMatrix overlap = distributed(algebra->grid(), integrals.overlap(l));
    basis.push_back(integrals.functions(l) > 0 ? canonical_orthogonalization(*algebra, overlap, 1e-8)
                                               : Orthogonalization{.x = overlap, .sx = overlap});
  }
  for (int l = 0; l < static_cast<int>(electrons.size()); ++l) {
    const auto orbitals = l < l_count ? basis[l].x.columns() : 0;
    if (electrons[l] > orbitals * 2 * (2 * l + 1)) return std::nullopt;
  }

  const auto lowest = [&](const SpinDense& fock) {
    SpinDense density;
    for (int l = 0; l < l_count; ++l)
      density.push_back(l < static_cast<int>(electrons.size()) && electrons[l] > 0
                            ? subshell_density(*algebra, solve_roothaan(*algebra, fock[l], basis[l].x), l, electrons[l])
                            : algebra->zeros(integrals.functions(l), integrals.functions(l)));
    return density;
  };

  AtomicDensity result;
  SpinDense density = lowest(core);
  DiisSubspace subspace;
  Diis diis(8, subspace);
  for (int iteration = 0; iteration < max_iterations && !result.converged; ++iteration) {
    SpinDense fock = distributed(algebra->grid(), integrals.two_electron(whole(density)));
    SpinDense error;
    result.energy = 0;
    for (int l = 0; l < l_count; ++l) {
      fock[l] += core[l];
      result.energy += (2 * l + 1) * (dot(density[l], core[l]) + dot(density[l], fock[l]));
      error.push_back(integrals.functions(l) > 0 ? transformed_fock(*algebra, fock[l], density[l], basis[l]).error
                                                 : basis[l].x);
    }
    result.converged = largest_element(error) < tolerance;
    diis.add(fock, error);
    density = lowest(diis.extrapolate());
  }
  result.by_angular_momentum = whole(density);
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
