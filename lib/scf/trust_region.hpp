// Second-order steps of an SCF: they go downhill wherever they start. Collective.
#pragma once

#include "scf/rotation_space.hpp"

namespace fockproxy {

// What one such step hands to the next.
struct TrustRegion {
  double radius = 0.5;   // of the rotations that the quadratic model is trusted for, their norm
  double predicted = 0;  // change of the energy by the last step, hartree; 0: there was none
  bool inside = false;   // the last step was the model's minimum
};

// The density of the orbitals that minimise the quadratic model of the energy around `density`, no further away than
// the radius. The model's equations are solved in a Davidson subspace to a tenth of the gradient, one Fock build of
// `builder`, which takes two spin densities, per vector (as Helmich-Paris, J. Chem. Phys. 154, 164104, 2021). Negative
// curvature is followed as far as the radius. First judges the last step by `energy_change`, what came of it: where the
// model promised too much, the radius shrinks.
//
// Precondition: `density` is of orbitals, `fock` belongs to it.
SpinDense trust_region_step(const HartreeFockProblem& problem, const SpinDense& density, const SpinDense& fock,
                            double energy_change, TrustRegion& region, TwoElectronBuilder& builder);

}  // namespace fockproxy
