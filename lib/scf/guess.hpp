// The initial density of an SCF.
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
  GuessKind kind;      // the kind that was used
  std::string note;    // why it is not the requested kind; empty if it is
  double seconds = 0;  // wall
};

// Collective. The superposition is scaled to the number of electrons and, for UHF, divided between the spins as n_alpha
// : n_beta. The core guess replaces it if the basis cannot hold the ground configuration of an atom, or has an element
// beyond those with a known one.
Guess make_guess(const HartreeFockProblem& problem, GuessKind kind);

// "sad", "core".
std::string guess_name(GuessKind kind);

}  // namespace fockproxy
