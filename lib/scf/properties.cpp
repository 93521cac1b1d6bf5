#include "scf/properties.hpp"

#include <algorithm>

#include "integrals/one_electron.hpp"

namespace fockproxy {

namespace {

double trace_product(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

// Of all electrons.
Matrix total_density(const SpinMatrices& density) {
  return density.size() == 1 ? Matrix(2 * density[0]) : Matrix(density[0] + density[1]);
}

}  // namespace

Energies energies(const HartreeFockProblem& problem, const SpinMatrices& density, const SpinMatrices& fock) {
  Energies result;
  result.nuclear = problem.nuclear_repulsion;
  const double electrons_per_density = problem.unrestricted ? 1 : 2;
  for (std::size_t s = 0; s < density.size(); ++s) {
    result.one_electron += electrons_per_density * trace_product(density[s], problem.core);
    result.two_electron += electrons_per_density / 2 * trace_product(density[s], fock[s] - problem.core);
  }
  return result;
}

Properties properties(const HartreeFockProblem& problem, const SpinMatrices& density, const Energies& energies,
                      const std::vector<Vector>& orbital_energies) {
  Properties result;
  const Matrix total = total_density(density);
  const auto moments = dipole(problem.basis);
  for (int k = 0; k < 3; ++k) {
    result.dipole[k] = -trace_product(total, moments[k]);
    for (const Atom& atom : problem.molecule.atoms) result.dipole[k] += atom.charge * atom.position[k];
  }
  result.kinetic_energy = trace_product(total, problem.hamiltonian.kinetic);
  if (result.kinetic_energy > 0)
    result.virial_ratio = (result.kinetic_energy - energies.total()) / result.kinetic_energy;

  const auto [alpha, beta] = problem.occupied;
  const double spin = (alpha - beta) / 2.0;
  result.s_squared_exact = spin * (spin + 1);
  result.s_squared = result.s_squared_exact;
  if (problem.unrestricted) {
    const Matrix& s = problem.hamiltonian.overlap;
    result.s_squared += beta - trace_product(density[0] * s, (density[1] * s).transpose());
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
