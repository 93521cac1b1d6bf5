// The distributed Fock builder: tasks dealt out dynamically, D fetched and F accumulated by one-sided communication.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fock/block_cache.hpp"
#include "fock/build_verifier.hpp"
#include "fock/fock_build.hpp"
#include "fock/fock_transport.hpp"
#include "fock/integral_choice.hpp"
#include "fock/task_ledger.hpp"
#include "integrals/repulsion_engine.hpp"
#include "parallel/watchdog.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

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

  // G of a density that is bitwise the same on every rank, screened at the configuration's threshold and verified
  // (fock/build_verifier.hpp). Collective.
  FinishedBuild build(const SpinMatrices& density) { return build(density, config_.threshold); }
  // Screened at another threshold than the configuration's, hartree: of a difference of densities, for example.
  // Primitives are dropped as ever.
  FinishedBuild build(const SpinMatrices& density, double threshold);

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
  void trace_build(const BuildTimes& times) const;
  void gather_details(const RankRecord& record, FockBuild& build) const;
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
  BuildVerifier verifier_;
  FockTransport transport_;
  std::vector<TaskSeconds> task_seconds_;  // of this rank's tasks in the last build; empty unless asked for
};

}  // namespace fockproxy
