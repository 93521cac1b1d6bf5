// Measures which solver computes the dense algebra of an SCF fastest on these ranks and with this BLAS.
#pragma once

#include <vector>

#include "dense/algebra.hpp"

namespace fockproxy {

struct SolverTrial {
  Choice<SolverEntry> solver;
  DenseMatrix::Index functions;  // the size of the matrices in the trial
  double seconds;                // time of the products and eigenvectors of one iteration, on the slowest rank
};

struct SolverChoice {
  Choice<SolverEntry> solver;
  std::vector<SolverTrial> trials = {};  // empty if there was no choice
  double seconds = 0;                    // wall time of the trials
};

// The fastest solver for matrices of `functions` functions with `occupied` orbitals. Collective; the same on every
// rank. Throws only the errors of the solvers.
//
// A single rank, or fewer than 384 functions, uses "local" without a trial, because an iteration then takes a few
// milliseconds. Trials have 384 functions. From 768 functions on, further trials have 1024 functions, or all of them if
// they are fewer. A solver that is twice as slow as the fastest gets no further trial. Beyond 1024 functions the order
// at 1024 decides. Beyond 4000 functions "local" is not a candidate if there is another, because one rank would hold
// all matrices.
SolverChoice fastest_solver(const Communicator& comm, std::string_view simd, DenseMatrix::Index functions,
                            DenseMatrix::Index occupied);

}  // namespace fockproxy
