// What one iteration of an SCF hands to the next: all that it takes to go on from there.
#pragma once

#include <vector>

#include "scf/accelerator.hpp"
#include "scf/incremental_builder.hpp"
#include "scf/stability.hpp"

namespace fockproxy {

struct ScfIteration {
  int number;       // from 1
  double energy;    // total, hartree
  double change;    // from the iteration before; the energy itself in the first
  double error;     // largest element of the DIIS error
  bool full_build;  // not from a density difference
  double threshold;  // of the screening of D, or of the difference, hartree
};

// A calculation starts from a density alone: ScfState{.density = ...}.
struct ScfState {
  SpinMatrices density{};  // what is built next, bitwise the same on every rank
  bool starting = true;    // it is a guess, or rotated away from a saddle point: not of the orbitals of any F
  bool confirming = false;  // the iteration before met the tolerances
  std::vector<ScfIteration> iterations{};  // done; on every rank
  DifferenceBuilds builds{};               // on every rank
  ConvergenceSteps steps{};                // on rank 0 only
  std::vector<Stability> stability{};      // of converged solutions met so far, on every rank
};

}  // namespace fockproxy
