// From the command line to a Fock builder that is ready to build, with every step timed.
#pragma once

#include <optional>

#include "app/calculation/fock_history.hpp"
#include "app/calculation/report.hpp"
#include "app/calculation/system.hpp"
#include "app/shared/tracing.hpp"
#include "digestion/fock_system.hpp"
#include "fock/auto_grain.hpp"
#include "record/json.hpp"
#include "scf/guess.hpp"
#include "scf/problem.hpp"

namespace fockproxy {

// Collective construction; throws ComputationError on a stack that fails its quick check, unless --trust-stack. Refers
// to its context and options.
struct Calculation {
  Calculation(const CommandContext& context, const CalculationOptions& options, System loaded);

  const CommandContext& context;
  const CalculationOptions& options;
  System system;
  Tracing tracing;             // of the builds of `history`
  double stack_check_seconds;  // the quick check; nothing was allocated for the calculation before it passed
  double pairs_seconds = 0;
  PairData pairs;
  HartreeFockProblem problem;
  Guess guess;
  std::string grain_note;    // what --grain auto chose, and why
  double grain_seconds = 0;  // of that choice
  double arrays_seconds;     // of the builder: distributed D and F, counter, lists of pairs
  FockBuilder builder;
  FockHistory history;
  HessianBuilds hessian_builds;
  Json provenance;

  // Builds so far were preparation: they are neither counted nor traced.
  void forget();
  FockSystem fock_system(BlockPartition partition) const { return fock_system(std::move(partition), system.spins()); }
  FockSystem fock_system(BlockPartition partition, int spins) const;
  ScfBuilders scf_builders() { return {history, hessian_builds}; }
  Verification verification() const;  // of the builds of both kinds
  bool is_root() const { return context.runtime.world().is_root(); }
  void print_header();       // collective: it counts the tasks
  void print_notes() const;  // the guess, and orbitals dropped; local, rank 0
  // Stack check, guess, one-electron, Schwarz, grain, arrays; then task tables, Fock builds and verification of the
  // history.
  std::vector<Phase> phases() const;

 private:
  BlockPartition choose_partition();
};

}  // namespace fockproxy
