// What a run prints: every table of `scf` and `fock`. Local; call on rank 0.
#pragma once

#include "app/calculation/fock_history.hpp"
#include "app/calculation/system.hpp"
#include "scf/scf.hpp"

namespace fockproxy {

struct Phase {
  std::string name;
  double seconds;
};

// MPI library, ranks, thread level, and what was cured and tested at the start.
void print_stack(const Runtime& runtime);

// What runs: first what is known before any integral (molecule, basis, MPI), then blocks, tasks, counter and matrix.
void print_system(const CommandContext& context, const System& system);
void print_builder(const CommandContext& context, const CalculationOptions& options, const FockBuilder& builder,
                   std::int64_t tasks, const std::string& grain_note);

// The lines of this that say how tasks are dealt out and what moves their blocks.
void print_distribution(const Runtime& runtime, const FockConfig& config);
// Prints one such line: a name and a text.
void print_fact(std::string_view name, std::string_view text);

// Time and tasks of each build.
void print_builds(const std::vector<FockBuild>& builds);

// Where the wall time went, phase by phase.
void print_phases(const std::vector<Phase>& phases);

// Where each rank's time went, what it communicated per task, how tasks compare with communication, and how even the
// load was. computing: what a task's computation is.
void print_time_tables(const std::vector<RankRecord>& ranks, std::string_view computing = "integrals and digestion");

// What accuracy a build promised, and why (verification/neglected.hpp).
void print_promise(const FockBuild& last);

void print_verification(const Verification& verification);

// Per task, over all ranks. 0 without tasks.
double operations_per_task(const std::vector<RankRecord>& ranks, OperationKind kind);
double operations_per_task(const std::vector<RankRecord>& ranks, OperationKind kind, Target target);
RankRecord total(const std::vector<RankRecord>& ranks);
// Integrals and digestion, of all the time that the ranks had: 1 where nothing was communicated or waited for.
double compute_share(const RankRecord& total);
double load_imbalance(const std::vector<RankRecord>& ranks);  // max / mean busy seconds of the workers

}  // namespace fockproxy
