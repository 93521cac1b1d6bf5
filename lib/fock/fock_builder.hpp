// The distributed Fock builder: tasks dealt out dynamically, D fetched and F accumulated by one-sided communication.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fock/block_cache.hpp"
#include "fock/fock_transport.hpp"
#include "fock/integral_choice.hpp"
#include "fock/reference_blocks.hpp"
#include "fock/task_ledger.hpp"
#include "fock/verification.hpp"
#include "integrals/repulsion_engine.hpp"
#include "parallel/watchdog.hpp"
#include "record/operations.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// What one build was and did. The matrices and the verdict are on every rank; `ranks` and `verification` on rank 0.
struct FockBuild {
  SpinMatrices g;                             // two-electron part of F, symmetric
  std::int64_t tasks_before_screening = 0;
  std::int64_t tasks = 0;
  std::int64_t quartets = 0;
  double seconds = 0;               // from the common start to the end of the fence
  double task_table_seconds = 0;    // screening bounds, counting and agreeing on the tasks
  double verification_seconds = 0;  // outside `seconds`
  double setup_seconds = 0;         // distributing D and clearing F
  std::vector<RankRecord> ranks;
  Verification verification;
  bool verified = false;
  // Where FockConfig::keep_task_costs asks, by id: what each task took to compute, on rank 0, and what it was estimated
  // to take, in the estimate's own unit (tasks/task_cost.hpp).
  std::vector<double> task_seconds, task_estimates;
  std::vector<ClassRate> class_rates;  // rank 0, where FockConfig::class_rates asks
};

// Collective construction, destruction and build(). Everything passed by reference must outlive it.
class FockBuilder {
 public:
  // schwarz: shells x shells, symmetric, the same on every rank. spins: 1 (RHF) or 2 (UHF).
  FockBuilder(const Runtime& runtime, Watchdog& watchdog, const ShellPairs& pairs, const Matrix& schwarz,
              const BlockPartition& partition, int spins, const FockConfig& config);
  // With moving parts other than those that config names.
  FockBuilder(const Runtime& runtime, Watchdog& watchdog, const ShellPairs& pairs, const Matrix& schwarz,
              const BlockPartition& partition, int spins, const FockConfig& config, FockTransport transport);

  const BlockPartition& partition() const { return partition_; }
  const FockConfig& config() const { return config_; }
  const std::string& simd_path() const { return integrals_.simd; }  // in use; empty for Libint

  // G of a density that is bitwise the same on every rank. Verified as README, "Verification", says; what failed is in
  // the result, and the caller must look at `verified` before it believes anything else. At least
  // `sampled_blocks` blocks on every rank are recomputed by the reference builder, more where time allows.
  FockBuild build(const SpinMatrices& density, int sampled_blocks) {
    return build(density, config_.threshold, sampled_blocks);
  }
  // Screened at another threshold than the configuration's, hartree: of a difference of densities, for example.
  // Primitives are dropped as ever.
  FockBuild build(const SpinMatrices& density, double threshold, int sampled_blocks);

  // Collective. Recomputes blocks of a G that came from several builds (differences of densities).
  Check check_blocks(const SpinMatrices& density, const SpinMatrices& g, int sampled_blocks) {
    return check_blocks(density, g, config_.threshold, sampled_blocks, reference_budget_);
  }

  // Collective. Tasks that survive screening with this density, before anything is built.
  std::int64_t count(const SpinMatrices& density) const;

 private:
  // Integrals and digestion of one task, and what they took.
  struct TaskSeconds {
    std::int64_t id;
    double seconds;
  };
  // Of one build: its own work, then its accumulates completed, then everyone's.
  struct BuildTimes {
    double begin, done, completed, end;
  };
  Check check_blocks(const SpinMatrices& density, const SpinMatrices& g, double threshold, int sampled_blocks,
                     ReferenceBudget& budget);
  void trace_build(const BuildTimes& times) const;
  void gather_task_seconds(FockBuild& build) const;
  void run_tasks(const TaskSpace& space, const TaskOrder& order, const QuartetScreen& screen, BlockCache& cache,
                 RankRecord& record, TaskLedger& ledger);

  const Runtime& runtime_;
  Watchdog& watchdog_;
  const ShellPairs& pairs_;
  const Matrix& schwarz_;
  BlockPartition partition_;
  FockConfig config_;
  BlockLayout layout_;
  BlockChecksums checksums_;
  IntegralChoice integrals_;
  std::unique_ptr<Digestor> digestor_;
  ReferenceBudget reference_budget_;
  ReferenceBudget coarse_budget_{.least = 0.01};  // of builds above the configuration's threshold
  FockTransport transport_;
  std::vector<TaskSeconds> task_seconds_;  // of this rank's tasks in the last build; empty unless asked for
};

}  // namespace fockproxy
