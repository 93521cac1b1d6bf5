#include "scf/guess.hpp"

#include <chrono>
#include <map>

#include "chem/elements.hpp"
#include "parallel/agreement.hpp"
#include "parallel/process_status.hpp"
#include "scf/atomic_density.hpp"

namespace fockproxy {

namespace {

// The density of one element's atom, with the positions of its shells among those of their angular momentum.
std::optional<AtomicDensity> density_of_atom(const BasisSet& basis, int atom, int charge) {
  if (charge > last_element) return std::nullopt;
  const auto first = basis.all_shells().begin() + basis.first_shell_of_atom(atom);
  const auto last = basis.all_shells().begin() + basis.first_shell_of_atom(atom + 1);
  return atomic_density(charge, std::vector<Shell>(first, last));
}

void add_atom(Matrix& density, const AtomicDensity& atomic, const BasisSet& basis, int atom) {
  std::map<int, std::vector<const Shell*>> by_angular_momentum;
  for (int s = basis.first_shell_of_atom(atom); s < basis.first_shell_of_atom(atom + 1); ++s)
    by_angular_momentum[basis.shell(s).angular_momentum].push_back(&basis.shell(s));
  for (const auto& [l, shells] : by_angular_momentum) {
    for (std::size_t i = 0; i < shells.size(); ++i) {
      for (std::size_t j = 0; j < shells.size(); ++j) {
        const int n = shells[i]->functions();
        density.block(shells[i]->first_function, shells[j]->first_function, n, n) =
            density_block(atomic, *shells[i], static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
}

// Half of the superposition's electron density; an empty matrix and the reason in `note` when there is none.
Matrix superposition(const BasisSet& basis, const Molecule& molecule, std::string& note) {
  Matrix density = Matrix::Zero(basis.functions(), basis.functions());
  std::map<int, std::optional<AtomicDensity>> by_element;
  for (int atom = 0; atom < basis.atoms(); ++atom) {
    const int charge = molecule.atoms[atom].charge;
    auto [entry, is_new] = by_element.try_emplace(charge);
    if (is_new) entry->second = density_of_atom(basis, atom, charge);
    if (!entry->second) {
      note = (charge > last_element ? "no ground configuration is known for "
                                    : "basis " + basis.name() + " is too small for the ground configuration of ") +
             element_symbol(charge) + ": core guess instead of atomic densities";
      return {};
    }
    add_atom(density, *entry->second, basis, atom);
  }
  return density;
}

}  // namespace

Guess make_guess(const HartreeFockProblem& problem, GuessKind kind) {
  process_status.mark("guess");
  const auto start = std::chrono::steady_clock::now();
  Guess guess{{}, kind, {}, 0};
  Matrix atoms;
  if (kind == GuessKind::sad) {
    on_root(problem.comm, [&] { atoms = superposition(problem.basis, problem.molecule, guess.note); });
    guess.note = problem.comm.broadcast(guess.note);
    if (!guess.note.empty()) guess.kind = GuessKind::core;
  }
  if (guess.kind == GuessKind::core) {
    guess.density = lowest_density(problem, SpinMatrices(problem.spins(), problem.core));
  } else {
    double atomic_electrons = 0;
    for (const Atom& atom : problem.molecule.atoms) atomic_electrons += atom.charge;
    for (int s = 0; s < problem.spins(); ++s) {
      Matrix density(problem.basis.functions(), problem.basis.functions());
      if (problem.comm.is_root()) density = (2 * problem.occupied[s] / atomic_electrons) * atoms;
      broadcast(problem.comm, density);
      guess.density.push_back(std::move(density));
    }
  }
  guess.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return guess;
}

std::string guess_name(GuessKind kind) { return kind == GuessKind::sad ? "sad" : "core"; }

}  // namespace fockproxy
