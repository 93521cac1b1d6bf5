// The self-consistent field iteration.
#pragma once

#include <functional>
#include <vector>

#include "scf/accelerator.hpp"
#include "scf/incremental_builder.hpp"
#include "scf/properties.hpp"
#include "scf/stability.hpp"

namespace fockproxy {

struct ScfIteration {
  int number;        // from 1
  double energy;     // total, hartree
  double change;     // of the energy since the iteration before; in the first iteration the energy itself
  double error;      // largest element of the DIIS error
  bool full_build;   // false: from a density difference
  double threshold;  // for the screening of D, or of the density difference, hartree
};

// A calculation starts from a density alone: ScfState{.density = ...}.
struct ScfState {
  SpinDense density{};      // D of the next build
  bool starting = true;     // D is a guess, or was rotated away from a saddle point: its orbitals belong to no F
  bool confirming = false;  // the iteration before met the tolerances
  std::vector<ScfIteration> iterations{};  // done
  int counted_from = 0;                    // the number of iterations up to the last saddle point
  DifferenceBuilds builds{};
  ConvergenceSteps steps{};
  std::vector<Stability> stability{};  // of converged solutions met so far
};

struct ScfOptions {
  double energy_tolerance = 1e-9;  // hartree, between two iterations
  double error_tolerance = 1e-6;   // max |X^T (F D S - S D F) X|
  int max_iterations = 100;        // from the start or the last saddle point, without the confirming iteration
  int diis_size = 8;
  bool incremental = true;      // false: only full builds, at the builder's threshold
  int full_build_interval = 8;  // of this many consecutive builds at least one is full
  double level_shift = 0;       // hartree, added to the virtual orbitals until the error is small; 0: none
  bool stability = true;        // analyses converged solutions, and leaves them if they are saddle points
};

// The same on every rank, except the seconds, which each rank measures for itself.
struct ScfResult {
  bool converged = false;
  std::vector<ScfIteration> iterations;
  Energies energies;
  SpinDense density;               // D, of the last build
  SpinDense two_electron;          // G of `density`; from a full build if converged
  SpinDense fock;                  // H + G
  std::vector<Orbitals> orbitals;  // of `fock`, one set per spin
  Properties properties;
  std::vector<Stability> stability;   // one analysis per converged solution; all but the last are of saddle points
  int hessian_builds = 0;             // Fock builds of second-order steps and analyses, since the last restart
  double hessian_seconds = 0;         // of these builds
  double linear_algebra_seconds = 0;  // steps and analyses without their builds, diagonalisation, energies
};

// Functions that the iteration calls; each may be empty.
struct ScfListener {
  std::function<void(const ScfIteration&)> done{};  // on rank 0, after each iteration
  // On every rank, collective, after each iteration but the last. A calculation that starts from this state takes the
  // same steps as this one, to the last bit if the Fock builds are reproducible.
  std::function<void(const ScfState&)> reached{};
};

// Collective. Starts a calculation from `start`, or continues one. All decisions depend on numbers that are the same to
// the last bit on every rank.
//
// A solution is converged if two consecutive iterations meet error < error_tolerance, and the second also meets
// |dE| < energy_tolerance. The second iteration is a full build with a density that is one step better. It gives the
// energy, G and F of the result. A result that is not converged has the energy, G and F of the last iteration.
//
// If a solution is a saddle point, the calculation continues in a direction in which the energy falls, again with at
// most max_iterations.
ScfResult run_scf(const HartreeFockProblem& problem, ScfState start, const ScfBuilders& builders,
                  const ScfOptions& options, const ScfListener& listener = {});

}  // namespace fockproxy
