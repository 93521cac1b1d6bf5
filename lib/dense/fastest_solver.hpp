// Which solver does the dense algebra of an SCF soonest, on these ranks and with this BLAS: measured.
#pragma once

#include <vector>

#include "dense/algebra.hpp"

namespace fockproxy {

struct SolverTrial {
  Choice<SolverEntry> solver;
  DenseMatrix::Index functions;  // of the matrices of the trial
  double seconds;                // of one iteration's products and eigenvectors, on the slowest rank
};

struct SolverChoice {
  Choice<SolverEntry> solver;
  std::vector<SolverTrial> trials = {};  // none where there was nothing to choose
  double seconds = 0;                    // wall, of the trials
};

// The fastest of the solvers for matrices of `functions` with `occupied` orbitals. Collective;
// the same on every rank. Throws nothing but what the solvers throw.
//
// A single rank and fewer than 384 functions take "local" without a trial: an iteration then takes a few milliseconds.
// The trials have 384 functions, and from 768 functions on then 1024, or all of them if they are fewer. A solver that
// is twice as slow as the fastest is not tried further. Beyond 1024 functions the order at 1024 decides. Beyond 4000
// functions "local" is no candidate if there is another, because one rank would hold all matrices.
SolverChoice fastest_solver(const Communicator& comm, std::string_view simd, DenseMatrix::Index functions,
                            DenseMatrix::Index occupied);

}  // namespace fockproxy
