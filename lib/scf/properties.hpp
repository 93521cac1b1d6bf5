// Energies and expectation values of a Hartree-Fock density. Collective.
#pragma once

#include <optional>

#include "scf/problem.hpp"

namespace fockproxy {

// E = 1/2 sum [D^T H + D^alpha F^alpha + D^beta F^beta] + V_nn, and for RHF sum D (H + F) + V_nn, in its parts. `fock`
// must belong to `density`.
struct Energies {
  double nuclear = 0;
  double one_electron = 0;
  double two_electron = 0;
  double total() const { return nuclear + one_electron + two_electron; }
};
Energies energies(const HartreeFockProblem& problem, const SpinDense& density, const SpinDense& fock);

// The uncertainty of the energy of a density, hartree, if every element of G has an independent error of size `error`.
// A nearly linearly dependent basis has densities with elements so large that F is not accurate enough for them. A step
// may then lead to a density whose energy is wrong and not low. Collective.
double energy_uncertainty(const SpinDense& density, double error);

struct Properties {
  Point dipole{};                    // atomic units (e bohr), about the origin of the coordinates
  double kinetic_energy = 0;         // hartree
  double virial_ratio = 0;           // -V/T, 2 for the exact wave function of an atom or at an equilibrium geometry
  double s_squared = 0;              // <S^2> (Szabo & Ostlund, eq. 2.271)
  double s_squared_exact = 0;        // S (S + 1)
  std::optional<double> homo, lumo;  // hartree, over both spins; not set if there is no such orbital

  std::optional<double> gap() const { return homo && lumo ? std::optional(*lumo - *homo) : std::nullopt; }
};
Properties properties(const HartreeFockProblem& problem, const SpinDense& density, const Energies& energies,
                      const std::vector<Vector>& orbital_energies);

}  // namespace fockproxy
