// The distributed Fock builder: tasks dealt out dynamically, D fetched and F accumulated by one-sided communication.
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
// the tasks by the threads of every rank (task_team.hpp), and a verdict (build_verifier.hpp). Collective construction,
// destruction and build(). What session and system refer to must outlive it.
class FockBuilder {
 public:
  FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config);
  // With moving parts other than those that config names.
  FockBuilder(const Session& session, const FockSystem& system, const FockConfig& config, BuildBackends backends);

  const BlockPartition& partition() const { return system_.partition; }
  const FockConfig& config() const { return config_; }
  const std::string& simd_path() const { return integrals_.simd; }  // in use; empty for Libint

  // G of a density, screened at the configuration's threshold and verified; it lies as the density does. Collective.
  FinishedBuild build(const SpinDense& density) { return build(density, config_.integrals.threshold); }
  // Screened at another threshold than the configuration's, hartree: of a difference of densities, for example.
  // Primitives are dropped as ever. Where `density` is symmetric to rounding only, its lower triangle is taken.
  FinishedBuild build(const SpinDense& density, double threshold);

  // Collective. Tasks that survive screening with this density, before anything is built.
  std::int64_t count(const SpinDense& density);

 private:
  // When the tasks of a build began, this rank's own were done, its accumulates complete, and everyone's.
  struct BuildTimes {
    double begin, done, completed, end;
  };
  using Records = std::vector<LoopRecord>;  // of this rank, by thread
  BuildTimes run(const BuildPlan& plan, Records& records);
  void note(const BuildTimes& times, int thread, LoopRecord& record) const;
  FinishedBuild verify(const BuildPlan& plan, const Records& records, FockBuild build);
  void gather_details(const Records& records, FockBuild& build) const;

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
