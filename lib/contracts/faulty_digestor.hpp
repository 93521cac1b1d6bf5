// Negative controls: a digestor that computes some tasks wrongly, in one of the possible ways.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "digestion/digestor.hpp"
#include "integrals/exact_engine.hpp"
#include "verification/exact_digestion.hpp"

namespace fockproxy::contracts {

enum class DigestFault {
  leave_out,       // the task is not computed
  lose,            // the task is computed and counted, but its contributions are lost
  integral_class,  // integrals of one class, chosen by the seed, are 0.1% too large, in every task
  factor,          // one of the six contributions has twice its right value
  transpose,       // one is transposed (per spin; if it is not square, its elements are in reverse order)
  other_density,   // KL, IL and JL of D are those of the task before the batch
};
struct DigestFaultName {
  DigestFault fault;
  std::string_view name;
};
std::span<const DigestFaultName> digest_faults();

// The fault and the tasks that have it.
struct Sabotage {
  DigestFault fault;
  double share;        // the share of tasks, 0 to 1; integral_class applies to all tasks
  std::uint64_t seed;  // for the choice of tasks
};

// Gives batches of tasks to a real digestor, and makes a random share of the tasks wrong. Not thread-safe. The basis,
// the partition and the density must outlive it.
class FaultyDigestor : public Digestor {
 public:
  // density: the density of the next builds.
  FaultyDigestor(std::unique_ptr<Digestor> digestor, const Sabotage& sabotage, const BasisSet& basis,
                 const BlockPartition& partition, const SpinMatrices& density);

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override;
  void digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen, ProgressStrategy& progress) override;

  std::int64_t spoilt() const { return spoilt_; }  // the number of wrong tasks of this rank so far

 private:
  using RoleBlocks = std::array<std::vector<double>, block_roles>;

  std::size_t elements(const Task& task, int role) const;
  bool is_victim(const Task& task) const;
  bool is_of_class(int a, int b, int c, int d) const;
  // Does wrong what the digestor does right. The tasks have the blocks I and J in common.
  void digest_wrongly(std::span<TaskInFlight> victims, const QuartetScreen& screen, ProgressStrategy& progress);
  void spoil(const TaskInFlight& one, const RoleBlocks& before, const QuartetScreen& screen);
  void add_wrong_integrals(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks);
  void transpose(const Task& task, BlockRole role, double* block, const std::vector<double>& before) const;

  std::unique_ptr<Digestor> digestor_;
  Sabotage sabotage_;
  const BlockPartition& partition_;
  ExactDensity density_;
  int spins_;
  ExactEngine engine_;
  std::array<int, 4> class_{};                 // angular momenta, ascending
  std::vector<TaskInFlight> sound_, victims_;  // of the present batch
  std::vector<RoleBlocks> before_;             // by victim: F before its digestion
  RoleBlocks stale_;                           // D of the last task of the batch before
  std::int64_t spoilt_ = 0;
};

}  // namespace fockproxy::contracts
