// What both subcommands compute on: a molecule, its basis, and the integrals' groundwork.
#pragma once

#include "app/calculation/calculation_options.hpp"
#include "app/shared/subcommand.hpp"
#include "chem/basis_set.hpp"
#include "dense/fastest_solver.hpp"
#include "digestion/fock_system.hpp"
#include "fock/memory_estimate.hpp"

namespace fockproxy {

struct System {
  // Collective. Rank 0 reads the molecule and the basis, and says on standard error what of them is not obeyed.
  // `scf`: --solve auto tries the solvers, as an SCF asks for their work again and again.
  System(const CommandContext& context, const CalculationOptions& options, bool scf = false);

  std::vector<std::string> notes;  // on the input, printed by the constructor; on rank 0 alone complete
  Molecule molecule;
  BasisSet basis;
  bool unrestricted;
  SolverChoice solver_choice;
  Choice<SolverEntry> solver;        // the chosen one
  std::unique_ptr<Algebra> algebra;  // of this solver
  RankPlacement placement;
  bool stability;  // of an SCF's result is analysed
  int ranks_of_algebra() const { return algebra->grid().rows() * algebra->grid().columns(); }
  int spins() const { return unrestricted ? 2 : 1; }
  // What a calculation needs on this rank. iterations: of an SCF, at most; 0 of Fock builds alone. Local.
  std::vector<MemoryItem> memory(const BlockPartition& partition, const FockConfig& config, int iterations) const;
  const char* method() const { return unrestricted ? "UHF" : "RHF"; }
};

// "scalapack, the fastest of local 120 ms, scalapack 46.1 ms an iteration with 512 functions", or the solver's name.
std::string describe(const SolverChoice& choice);

// The phase "Schwarz", and the seconds that it took. Collective.
PairData make_pairs(const CommandContext& context, const BasisSet& basis, double threshold, double& seconds);

// --dry-run: prints sizes and memory on rank 0. Collective.
void print_plan(const CommandContext& context, const CalculationOptions& options, const System& system, int iterations);

// The partition for sizes: --grain auto counts as atom until it has measured.
BlockPartition planned_partition(const CalculationOptions& options, const BasisSet& basis);

// Refuses what does not fit into the memory of a node, before it is allocated. Collective.
void check_memory(const CommandContext& context, const CalculationOptions& options, const System& system,
                  int iterations);

}  // namespace fockproxy
