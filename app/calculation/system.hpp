// The input of both subcommands: a molecule, its basis, and the preparation of the integrals.
#pragma once

#include "app/calculation/calculation_options.hpp"
#include "app/shared/subcommand.hpp"
#include "chem/basis_set.hpp"
#include "dense/fastest_solver.hpp"
#include "digestion/fock_system.hpp"
#include "fock/memory_estimate.hpp"

namespace fockproxy {

struct System {
  // Collective. Rank 0 reads the molecule and the basis, and prints on standard error which parts of them are ignored.
  // `scf`: --solve auto tries the solvers, because an SCF uses them in each iteration.
  System(const CommandContext& context, const CalculationOptions& options, bool scf = false);

  std::vector<std::string> notes;  // about the input, printed by the constructor; complete only on rank 0
  Molecule molecule;
  BasisSet basis;
  bool unrestricted;
  SolverChoice solver_choice;
  Choice<SolverEntry> solver;        // the chosen one
  std::unique_ptr<Algebra> algebra;  // of this solver
  RankPlacement placement;
  bool stability;  // the stability of an SCF's result is analysed
  int ranks_of_algebra() const { return algebra->grid().rows() * algebra->grid().columns(); }
  int spins() const { return unrestricted ? 2 : 1; }
  // The memory that a calculation needs on this rank. iterations: of an SCF, at most; 0 for Fock builds alone. Local.
  std::vector<MemoryItem> memory(const BlockPartition& partition, const FockConfig& config, int iterations) const;
  const char* method() const { return unrestricted ? "UHF" : "RHF"; }
};

// "scalapack, the fastest of local 120 ms, scalapack 46.1 ms an iteration with 512 functions", or the name of the
// solver.
std::string describe(const SolverChoice& choice);

// The phase "Schwarz" and its time in `seconds`. Collective.
PairData make_pairs(const CommandContext& context, const BasisSet& basis, double threshold, double& seconds);

// --dry-run: prints sizes and memory on rank 0. Collective.
void print_plan(const CommandContext& context, const CalculationOptions& options, const System& system, int iterations);

// The partition for estimates of sizes: --grain auto counts as atom before its measurement.
BlockPartition planned_partition(const CalculationOptions& options, const BasisSet& basis);

// Throws if a calculation does not fit into the memory of a node, before it is allocated. Collective.
void check_memory(const CommandContext& context, const CalculationOptions& options, const System& system,
                  int iterations);

}  // namespace fockproxy
