// The density an SCF starts from.
#pragma once

#include <string>

#include "scf/problem.hpp"

namespace fockproxy {

enum class GuessKind {
  sad,   // superposition of atomic densities
  core,  // the lowest orbitals of the one-electron Hamiltonian
};

struct Guess {
  SpinDense density;
  GuessKind kind;      // what was done in the end
  std::string note;    // why it is not what was asked for; empty if it is
  double seconds = 0;  // wall
};

// Collective. The superposition is scaled to the electron number and, for UHF, split between the spins as
// n_alpha : n_beta. It falls back to the core guess when the basis cannot hold some atom's ground configuration, or
// has an element beyond those with a known one.
Guess make_guess(const HartreeFockProblem& problem, GuessKind kind);

// "sad", "core".
std::string guess_name(GuessKind kind);

}  // namespace fockproxy
