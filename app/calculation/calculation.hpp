// Makes a Fock builder from the command line and times every step.
#pragma once

#include <cstdint>
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

// Collective construction. Throws ComputationError if the stack fails its quick check, unless --trust-stack is given.
// It refers to its context and options, which must outlive it.
struct Calculation {
  Calculation(const CommandContext& context, const CalculationOptions& options, System loaded);

  const CommandContext& context;
  const CalculationOptions& options;
  System system;
  Tracing tracing;             // for the builds of `history`
  double stack_check_seconds;  // time of the quick check; nothing was allocated for the calculation before it passed
  double pairs_seconds = 0;
  PairData pairs;
  HartreeFockProblem problem;
  Guess guess;
  std::string grain_note;    // the choice of --grain auto and its reason
  double grain_seconds = 0;  // time of this choice
  double arrays_seconds;     // time to make the builder: distributed D and F, counter, lists of pairs
  FockBuilder builder;
  FockHistory history;
  HessianBuilds hessian_builds;
  Json provenance;

  // Removes the builds so far, which were preparation, from the counts and the trace.
  void forget();
  FockSystem fock_system(BlockPartition partition) const { return fock_system(std::move(partition), system.spins()); }
  FockSystem fock_system(BlockPartition partition, int spins) const;
  ScfBuilders scf_builders() { return {history, hessian_builds}; }
  Verification verification() const;  // of the builds of `history` and of `hessian_builds`
  bool is_root() const { return context.runtime.world().is_root(); }
  std::int64_t print_header();  // returns the number of tasks with the first density; collective
  void print_notes() const;     // about the guess and dropped orbitals; local, rank 0
  // Stack check, guess, one-electron, Schwarz, grain, arrays. After these come task tables, Fock builds and
  // verification of the history.
  std::vector<Phase> phases() const;

 private:
  BlockPartition choose_partition();
};

}  // namespace fockproxy
