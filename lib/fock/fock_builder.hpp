// The distributed Fock builder: ranks draw tasks, fetch blocks of D and accumulate blocks of F by one-sided
// communication.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blocks/build_matrices.hpp"
#include "digestion/fock_system.hpp"
#include "digestion/integral_choice.hpp"
#include "fock/build_backends.hpp"
#include "fock/build_plan.hpp"
#include "fock/build_verifier.hpp"
#include "fock/fock_build.hpp"
#include "fock/task_team.hpp"
#include "parallel/session.hpp"

namespace fockproxy {

// A build has four parts: a plan (build_plan.hpp), the matrices and their blocks (blocks/build_matrices.hpp), a run of
// the tasks by the threads of every rank (task_team.hpp), and a verdict (build_verifier.hpp). Construction, destruction
// and build() are collective. What `session` and `system` refer to must outlive the builder.
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
  // stays that of the configuration. Of a density that is symmetric only up to rounding, the lower triangle is used.
  FinishedBuild build(const SpinDense& density, double threshold);

  // The number of tasks that survive screening with this density. Collective. Builds nothing.
  std::int64_t count(const SpinDense& density);

 private:
  // Seconds: the start of the build's tasks, the end of this rank's own tasks, the completion of its accumulates, and
  // the completion of the accumulates of all ranks.
  struct BuildTimes {
    double begin, done, completed, end;
  };
  using Records = std::vector<LoopRecord>;  // of this rank, by thread
  BuildTimes run(const BuildPlan& plan, Records& records);
  void note(const BuildTimes& times, int thread, LoopRecord& record) const;
  FinishedBuild verify(const BuildPlan& plan, const Records& records, FockBuild build);
  void gather_details(const BuildPlan& plan, const Records& records, FockBuild& build) const;

  Session session_;
  FockSystem system_;
  FockConfig config_;
  IntegralChoice integrals_;
  PlanTables tables_;
  TaskTeam team_;
  BuildMatrices matrices_;
  BuildVerifier verifier_;
};

}  // namespace fockproxy
