// Second-order steps of an SCF, which go downhill from any density. Collective.
#pragma once

#include "scf/rotation_space.hpp"

namespace fockproxy {

// The state that one such step passes to the next.
struct TrustRegion {
  double radius = 0.5;   // the largest norm of rotations for which the quadratic model is trusted
  double predicted = 0;  // change of the energy by the last step, hartree; 0: there was none
  bool inside = false;   // the last step was the model's minimum
};

// The density of the orbitals that minimise the quadratic model of the energy around `density`, within the radius. The
// equations of the model are solved in a Davidson subspace to a tenth of the gradient, with one Fock build of `builder`
// per vector (as Helmich-Paris, J. Chem. Phys. 154, 164104, 2021). `builder` takes two spin densities. Directions of
// negative curvature are followed up to the radius.
// First, the last step is judged by its real `energy_change`: if the model predicted too much, the radius shrinks.
//
// Precondition: `density` is that of orbitals, and `fock` belongs to it.
SpinDense trust_region_step(const HartreeFockProblem& problem, const SpinDense& density, const SpinDense& fock,
                            double energy_change, TrustRegion& region, TwoElectronBuilder& builder);

}  // namespace fockproxy
