// The tables that `scf` and `fock` print. Local; call them on rank 0.
#pragma once

#include "app/calculation/fock_history.hpp"
#include "app/calculation/system.hpp"
#include "scf/scf.hpp"

namespace fockproxy {

struct Phase {
  std::string name;
  double seconds;
};

// MPI library, ranks, thread level, and the cures and tests at the start.
void print_stack(const Runtime& runtime);

// print_system() prints what is known before any integral (molecule, basis, MPI). print_builder() prints blocks, tasks,
// counter and matrix.
void print_system(const CommandContext& context, const System& system);
void print_builder(const CommandContext& context, const CalculationOptions& options, const FockBuilder& builder,
                   std::int64_t tasks, const std::string& grain_note);

// The GPU of this rank, as EngineEntry::describe() has it; empty for an engine that uses none. Throws UsageError if
// there is no GPU.
std::string device_used(const Runtime& runtime, const EngineEntry& engine);
// The line of print_builder() about the device; nothing for an engine without one.
void print_device(const Runtime& runtime, const IntegralOptions& integrals);
// The lines of print_builder() about the dealing of tasks and the transfer of their blocks.
void print_distribution(const Runtime& runtime, const FockConfig& config);
// Prints one such line: a name and a text.
void print_fact(std::string_view name, std::string_view text);

// Time and tasks of each build.
void print_builds(const std::vector<FockBuild>& builds);

// Prints the wall time of each phase.
void print_phases(const std::vector<Phase>& phases);

// Prints the time of each rank, its communication per task, tasks in comparison with communication, and the balance of
// the load. computing: what the computation of a task consists of.
void print_time_tables(const std::vector<RankRecord>& ranks, std::string_view computing = "integrals and digestion");

// Prints the accuracy that a build promised, and its parts (verification/neglected.hpp).
void print_promise(const FockBuild& last);

void print_verification(const Verification& verification);

// The number of operations per task, over all ranks. 0 without tasks.
double operations_per_task(const std::vector<RankRecord>& ranks, OperationKind kind);
double operations_per_task(const std::vector<RankRecord>& ranks, OperationKind kind, Target target);
RankRecord total(const std::vector<RankRecord>& ranks);
// The share of integrals and digestion in the time of all ranks: 1 without communication or waits.
double compute_share(const RankRecord& total);
double load_imbalance(const std::vector<RankRecord>& ranks);  // largest / mean busy seconds of the workers

}  // namespace fockproxy
