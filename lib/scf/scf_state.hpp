// What one iteration of an SCF hands to the next: all that it takes to go on from there. Scalars are the same on every
// rank.
#pragma once

#include <vector>

#include "scf/accelerator.hpp"
#include "scf/incremental_builder.hpp"
#include "scf/stability.hpp"

namespace fockproxy {

struct ScfIteration {
  int number;        // from 1
  double energy;     // total, hartree
  double change;     // from the iteration before; the energy itself in the first
  double error;      // largest element of the DIIS error
  bool full_build;   // not from a density difference
  double threshold;  // of the screening of D, or of the difference, hartree
};

// A calculation starts from a density alone: ScfState{.density = ...}.
struct ScfState {
  SpinDense density{};      // what is built next
  bool starting = true;     // it is a guess, or rotated away from a saddle point: not of the orbitals of any F
  bool confirming = false;  // the iteration before met the tolerances
  std::vector<ScfIteration> iterations{};  // done
  int counted_from = 0;                    // how many of these came before the last saddle point was left
  DifferenceBuilds builds{};
  ConvergenceSteps steps{};
  std::vector<Stability> stability{};  // of converged solutions met so far
};

}  // namespace fockproxy
