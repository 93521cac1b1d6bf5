// Atomic densities for the guess by superposition (Van Lenthe et al., J. Comput. Chem. 27, 926, 2006).
#pragma once

#include <optional>
#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// The spherical density of a neutral atom, half of its electron density: sum_l sum_ij P_l(i,j) sum_m phi_ilm phi_jlm.
struct AtomicDensity {
  std::vector<Matrix> by_angular_momentum;  // P_l; i, j in the order of the atom's shells of angular momentum l
  double energy = 0;                        // of the fractionally occupied atom, hartree
  bool converged = false;
};

// Restricted SCF of the atom in its ground configuration, with the electrons of each subshell spread evenly over m and
// spin, in the given shells. Nothing if the shells cannot hold the configuration. Local, serial.
std::optional<AtomicDensity> atomic_density(int nuclear_charge, const std::vector<Shell>& shells);

// The block of the density between two shells of the atom, the i-th and the j-th of angular momentum l of both, in
// their functions: P_l(i,j) times the identity, or C^T C for Cartesian ones. Precondition: equal angular momenta.
Matrix density_block(const AtomicDensity& density, const Shell& a, int i, int j);

}  // namespace fockproxy
