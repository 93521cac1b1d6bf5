// What both subcommands compute on: a molecule, its basis, and the integrals' groundwork.
#pragma once

#include "app/calculation/calculation_options.hpp"
#include "app/shared/subcommand.hpp"
#include "chem/basis_set.hpp"
#include "dense/algebra.hpp"
#include "fock/memory_estimate.hpp"
#include "fock/pair_data.hpp"

namespace fockproxy {

struct System {
  // Collective. Rank 0 reads the molecule and the basis, and says on standard error what of them is not obeyed.
  System(const CommandContext& context, const CalculationOptions& options);

  std::vector<std::string> notes;  // on the input, printed by the constructor; on rank 0 alone complete
  Molecule molecule;
  BasisSet basis;
  bool unrestricted;
  Choice<SolverEntry> solver;
  std::unique_ptr<Algebra> algebra;  // and who does its dense algebra
  RankPlacement placement;
  bool stability;  // of an SCF's result is analysed
  int ranks_of_algebra() const { return algebra->grid().rows() * algebra->grid().columns(); }
  int spins() const { return unrestricted ? 2 : 1; }
  // What a calculation needs on this rank. iterations: of an SCF, at most; 0 of Fock builds alone. Local.
  std::vector<MemoryItem> memory(const BlockPartition& partition, const FockConfig& config, int iterations) const;
  const char* method() const { return unrestricted ? "UHF" : "RHF"; }
};

// From as many functions on --solve auto shares the dense algebra among the ranks, where the build has ScaLAPACK: Eigen
// on one rank then takes ten seconds of an SCF, and that rank's matrices 200 MB (perf/solvers.md).
constexpr int functions_to_share = 1000;

// The phase "Schwarz", and the seconds that it took. Collective.
PairData make_pairs(const CommandContext& context, const BasisSet& basis, double threshold, double& seconds);

// --dry-run: prints sizes and memory on rank 0. Collective.
void print_plan(const CommandContext& context, const CalculationOptions& options, const System& system,
                int iterations);

// The partition for sizes: --grain auto counts as atom until it has measured.
BlockPartition planned_partition(const CalculationOptions& options, const BasisSet& basis);

// Refuses what does not fit into the memory of a node, before it is allocated. Collective.
void check_memory(const CommandContext& context, const CalculationOptions& options, const System& system,
                  int iterations);

}  // namespace fockproxy
