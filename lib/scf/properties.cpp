#include "scf/properties.hpp"

#include <algorithm>
#include <cmath>

#include "scf/core_hamiltonian.hpp"

namespace fockproxy {

namespace {

// The density of all electrons.
DenseMatrix total_density(const SpinDense& density) {
  DenseMatrix total = density.front();
  total += density.back();
  return total;
}

}  // namespace

Energies energies(const HartreeFockProblem& problem, const SpinDense& density, const SpinDense& fock) {
  Energies result;
  result.nuclear = problem.nuclear_repulsion;
  const double electrons_per_density = problem.unrestricted ? 1 : 2;
  for (std::size_t s = 0; s < density.size(); ++s) {
    DenseMatrix two_electron = fock[s];
    two_electron -= problem.core;
    result.one_electron += electrons_per_density * dot(density[s], problem.core);
    result.two_electron += electrons_per_density / 2 * dot(density[s], two_electron);
  }
  return result;
}

double energy_uncertainty(const SpinDense& density, double error) {
  // The energy contains tr(D G) for RHF, and half of it per spin for UHF.
  double squares = 0;
  for (const DenseMatrix& d : density) squares += dot(d, d);
  return error * std::sqrt(squares) / static_cast<double>(density.size());
}

Properties properties(const HartreeFockProblem& problem, const SpinDense& density, const Energies& energies,
                      const std::vector<Vector>& orbital_energies) {
  Properties result;
  const DenseMatrix total = total_density(density);
  const auto moments = one_electron_matrices(problem.algebra, OneElectronIntegrals::dipole(problem.basis, {}));
  for (int k = 0; k < 3; ++k) {
    result.dipole[k] = -dot(total, moments[k]);
    for (const Atom& atom : problem.molecule.atoms) result.dipole[k] += atom.charge * atom.position[k];
    result.dipole[k] += problem.molecule.charge * problem.molecule.origin[k];
  }
  result.kinetic_energy = dot(total, problem.hamiltonian.kinetic);
  if (result.kinetic_energy > 0)
    result.virial_ratio = (result.kinetic_energy - energies.total()) / result.kinetic_energy;

  const auto [alpha, beta] = problem.occupied;
  const double spin = (alpha - beta) / 2.0;
  result.s_squared_exact = spin * (spin + 1);
  result.s_squared = result.s_squared_exact;
  if (problem.unrestricted) {
    const DenseMatrix& s = problem.hamiltonian.overlap;
    result.s_squared += beta - dot(problem.algebra.multiply(density[0], s), problem.algebra.multiply(s, density[1]));
  }

  for (std::size_t s = 0; s < orbital_energies.size(); ++s) {
    const Vector& e = orbital_energies[s];
    const int occupied = problem.occupied[s];
    if (occupied > 0) result.homo = std::max(result.homo.value_or(e[occupied - 1]), e[occupied - 1]);
    if (occupied < e.size()) result.lumo = std::min(result.lumo.value_or(e[occupied]), e[occupied]);
  }
  return result;
}

}  // namespace fockproxy
