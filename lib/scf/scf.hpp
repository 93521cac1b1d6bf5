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

struct ScfOptions {
  double energy_tolerance = 1e-9;  // hartree, between two iterations
  double error_tolerance = 1e-6;   // max |X^T (F D S - S D F) X|
  int max_iterations = 100;        // from the start or the last saddle point; the confirming one comes on top
  int diis_size = 8;
  bool incremental = true;      // false: only full builds, at the builder's threshold
  int full_build_interval = 8;  // a full build at least every so many
  double level_shift = 0;       // hartree, added to the virtual orbitals until the error is small; 0: none
  bool stability = true;        // converged solutions are analysed, and left when they are saddle points
};

// The same on every rank, except the seconds, which are the rank's own.
struct ScfResult {
  bool converged = false;
  std::vector<ScfIteration> iterations;
  Energies energies;
  SpinDense density;               // D, of the last build
  SpinDense two_electron;          // G of `density`; from a full build if converged
  SpinDense fock;                  // H + G
  std::vector<Orbitals> orbitals;  // of `fock`, one set per spin
  Properties properties;
  std::vector<Stability> stability;   // one analysis per converged solution met; every one but the last is a saddle
  int hessian_builds = 0;             // of second-order steps and analyses; after a restart, since then
  double hessian_seconds = 0;         // of these builds
  double linear_algebra_seconds = 0;  // steps and analyses without their builds, diagonalisation, energies
};

// Whom the iteration tells of itself; each may be empty.
struct ScfListener {
  std::function<void(const ScfIteration&)> done{};  // on rank 0, after each iteration
  // On every rank, collective, after each iteration that another follows: a calculation that starts from this state
  // does what this one does next, bit by bit where the Fock builds are reproducible.
  std::function<void(const ScfState&)> reached{};
};

// Collective. Starts from `start`, or goes on from it. What decides how it goes on is bitwise the same on every rank.
//
// Two iterations in a row must meet error < error_tolerance, the second |dE| < energy_tolerance as well. The second is
// a full build at a density one step better, and gives the energy, G and F of the result. A result that is not
// converged holds the last iteration's.
//
// A solution that turns out to be a saddle point is left downhill, and the iteration goes on with as many iterations as
// from the start.
ScfResult run_scf(const HartreeFockProblem& problem, ScfState start, const ScfBuilders& builders,
                  const ScfOptions& options, const ScfListener& listener = {});

}  // namespace fockproxy
