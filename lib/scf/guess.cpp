#include "scf/guess.hpp"

#include <map>
#include <optional>
#include <set>

#include "chem/elements.hpp"
#include "parallel/agreement.hpp"
#include "scf/atomic_density.hpp"
#include "support/clock.hpp"
#include "system/process_status.hpp"

namespace fockproxy {

namespace {

// The density of one element's atom, and the index of each shell among those of its angular momentum.
std::optional<AtomicDensity> density_of_atom(const BasisSet& basis, int atom, int charge) {
  if (charge > last_element) return std::nullopt;
  const auto first = basis.all_shells().begin() + basis.first_shell_of_atom(atom);
  const auto last = basis.all_shells().begin() + basis.first_shell_of_atom(atom + 1);
  return atomic_density(charge, std::vector<Shell>(first, last));
}

int functions_of_atom(const BasisSet& basis, int atom) {
  int functions = 0;
  for (int s = basis.first_shell_of_atom(atom); s < basis.first_shell_of_atom(atom + 1); ++s)
    functions += basis.shell(s).functions();
  return functions;
}

// The block of one atom in the density: its functions x its functions.
Matrix block_of_atom(const AtomicDensity& atomic, const BasisSet& basis, int atom) {
  const int first = basis.first_shell_of_atom(atom), last = basis.first_shell_of_atom(atom + 1);
  std::map<int, std::vector<int>> by_angular_momentum;
  for (int s = first; s < last; ++s) by_angular_momentum[basis.shell(s).angular_momentum].push_back(s);
  Matrix block = Matrix::Zero(functions_of_atom(basis, atom), functions_of_atom(basis, atom));
  const int origin = basis.shell(first).first_function;
  for (const auto& [l, shells] : by_angular_momentum) {
    for (std::size_t i = 0; i < shells.size(); ++i) {
      for (std::size_t j = 0; j < shells.size(); ++j) {
        const Shell &a = basis.shell(shells[i]), &b = basis.shell(shells[j]);
        block.block(a.first_function - origin, b.first_function - origin, a.functions(), b.functions()) =
            density_block(atomic, a, static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  return block;
}

// Sets the local elements of the diagonal block that begins at `origin`.
void place(DenseMatrix& matrix, const Matrix& block, Eigen::Index origin) {
  const CyclicIndex &rows = matrix.row_index(), &columns = matrix.column_index();
  const auto end = origin + block.rows();
  for (auto j = columns.local_before(origin); j < columns.local_before(end); ++j)
    for (auto i = rows.local_before(origin); i < rows.local_before(end); ++i)
      matrix.local()(i, j) = block(rows.global(i) - origin, columns.global(j) - origin);
}

// Half of the electron density of the superposition. If there is none, returns nothing and the reason in `note`. Rank 0
// computes the density of each atom, because rounding might differ between ranks. Collective.
std::optional<DenseMatrix> superposition(const HartreeFockProblem& problem, std::string& note) {
  const BasisSet& basis = problem.basis;
  std::map<int, Matrix> by_element;
  on_root(problem.comm(), [&] {
    for (int atom = 0; atom < basis.atoms() && note.empty(); ++atom) {
      const int charge = problem.molecule.atoms[atom].charge;
      if (by_element.contains(charge)) continue;
      if (const auto atomic = density_of_atom(basis, atom, charge))
        by_element[charge] = block_of_atom(*atomic, basis, atom);
      else
        note = (charge > last_element ? "no ground configuration is known for "
                                      : "basis " + basis.name() + " is too small for the ground configuration of ") +
               element_symbol(charge) + ": core guess instead of atomic densities";
    }
  });
  note = problem.comm().broadcast(note);
  if (!note.empty()) return std::nullopt;
  DenseMatrix density = problem.algebra.zeros(basis.functions(), basis.functions());
  std::set<int> known;  // elements whose block every rank has
  for (int atom = 0; atom < basis.atoms(); ++atom) {
    const int charge = problem.molecule.atoms[atom].charge;
    Matrix& block = by_element[charge];
    if (known.insert(charge).second) {
      block.resize(functions_of_atom(basis, atom), functions_of_atom(basis, atom));
      problem.comm().broadcast(std::span(block.data(), static_cast<std::size_t>(block.size())));
    }
    place(density, block, basis.shell(basis.first_shell_of_atom(atom)).first_function);
  }
  return density;
}

}  // namespace

Guess make_guess(const HartreeFockProblem& problem, GuessKind kind) {
  process_status.mark("guess");
  const double start = now();
  Guess guess{{}, kind, {}, 0};
  std::optional<DenseMatrix> atoms;
  if (kind == GuessKind::sad) {
    atoms = superposition(problem, guess.note);
    if (!atoms) guess.kind = GuessKind::core;
  }
  if (guess.kind == GuessKind::core) {
    guess.density = lowest_density(problem, SpinDense(static_cast<std::size_t>(problem.spins()), problem.core));
  } else {
    double atomic_electrons = 0;
    for (const Atom& atom : problem.molecule.atoms) atomic_electrons += atom.charge;
    for (int s = 0; s < problem.spins(); ++s) {
      guess.density.push_back(*atoms);
      guess.density.back() *= 2 * problem.occupied[s] / atomic_electrons;
    }
  }
  guess.seconds = now() - start;
  return guess;
}

std::string guess_name(GuessKind kind) { return kind == GuessKind::sad ? "sad" : "core"; }

}  // namespace fockproxy
