// The distributed Fock builder: ranks draw tasks, fetch blocks of D and accumulate blocks of F by one-sided
// communication.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "digestion/fock_system.hpp"
#include "digestion/integral_choice.hpp"
#include "fock/build_backends.hpp"
#include "fock/build_plan.hpp"
#include "fock/build_run.hpp"
#include "fock/build_verifier.hpp"
#include "fock/fock_build.hpp"
#include "parallel/session.hpp"

namespace fockproxy {

// A build has these parts: a plan (build_plan.hpp), a run of the tasks by the threads of every rank (build_run.hpp),
// and a verdict (build_verifier.hpp). Construction, destruction and build() are collective. What `session` and `system`
// refer to must outlive the builder.
class FockBuilder {
 public:
  FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config);
  // Uses these backends (distributor, progress strategy, matrices) instead of those that `config` names.
  FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config, BuildBackends backends);

  const BlockPartition& partition() const { return system_.partition; }
  const FockConfig& config() const { return config_; }
  const std::string& simd_path() const { return integrals_.simd; }  // the instruction set in use; empty for Libint

  // G of a density, screened at the configuration's threshold, with its verdict. It has the distribution of the density
  // over the ranks. Collective.
  FinishedBuild build(const SpinDense& density) { return build(density, config_.integrals.threshold); }
  // The same with another threshold (hartree), for example for a difference of densities. The threshold of primitives
  // stays that of the configuration. If a density is symmetric only up to rounding, its lower triangle is used.
  FinishedBuild build(const SpinDense& density, double threshold);

  // The number of tasks that survive screening with this density. Collective. Builds nothing.
  std::int64_t count(const SpinDense& density);

 private:
  FinishedBuild verify(const BuildPlan& plan, const FinishedRun& run, FockBuild build);
  // Collective; the result is on rank 0, empty on other ranks.
  std::vector<TaskCost> task_costs(const BuildPlan& plan, const FinishedRun& run) const;

  Session session_;
  FockSystem system_;
  FockConfig config_;
  IntegralChoice integrals_;
  PlanTables tables_;
  BuildRun run_;
  BuildVerifier verifier_;
};

}  // namespace fockproxy
