// What every Fock build is held to before anybody reads it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "blocks/build_matrices.hpp"
#include "digestion/fock_system.hpp"
#include "fock/fock_config.hpp"
#include "fock/task_ledger.hpp"
#include "parallel/session.hpp"
#include "verification/bounded_pair.hpp"
#include "verification/drawn_tasks.hpp"
#include "verification/neglected.hpp"
#include "verification/task_recomputation.hpp"

namespace fockproxy {

// How long recomputing may take, on every rank, over a run: 2% of the Fock builds so far or `least`, whichever is
// larger. A build takes a quarter of what is left, so that there is always something for the next.
struct VerificationBudget {
  double least;
  double fock_seconds = 0;
  double spent = 0;
  double for_one_build() const { return std::max(0.0, 0.25 * (std::max(0.02 * fock_seconds, least) - spent)); }
};

// What one build left behind. The screen is the same on every rank; the rest is this rank's.
struct BuildEvidence {
  const BuildMatrices& matrices;  // after collect()
  const QuartetScreen& screen;
  const TaskLedger& ledger;      // of all threads of this rank
  std::int64_t tasks, quartets;  // of all ranks
  double fock_seconds;
};

// What came out, the same on every rank.
struct BuildVerdict {
  Verification verification;
  Neglected neglected;
};

// The nets, and what each catches (docs: how it is verified). Always: tasks lost, repeated or invented; quartets left
// out; blocks of D that arrived wrong; updates of F lost, doubled or misplaced; what is not a number. With a power that
// is stated: tasks whose contributions are wrong for any reason, recomputed by Libint; bounds that are too small, and
// quartets that were dropped and should not have been. Collective construction and verify(); everything must outlive
// it.
class BuildVerifier {
 public:
  BuildVerifier(const Session& session, const FockSystem& system, const BlockChecksums& checksums,
                const FockConfig& config);

  // Local. The next build has so many tasks; draws those that will be recomputed.
  void begin(std::int64_t tasks);
  std::span<DrawnTasks> drawn() { return drawn_; }  // by thread

  BuildVerdict verify(const BuildEvidence& evidence);

 private:
  // F as it was sent against F as it was found. promise: of the build, hartree.
  void add_checks_of_doubles(const BuildEvidence& evidence, double promise, Verification& verification) const;
  void add_exact_checks(const BuildEvidence& evidence, Verification& verification) const;
  std::vector<const DrawnTask*> drawn_tasks() const;
  Check recompute_tasks(const std::vector<const DrawnTask*>& tasks, const Precision& precision, double seconds,
                        Coverage& coverage);
  ExactEngine& engine();
  // By the Schwarz bounds, which are the same in every build.
  const std::vector<BoundedPair>& pairs(const QuartetScreen& screen);

  Session session_;
  const FockSystem& system_;
  const BlockChecksums& checksums_;
  std::uint64_t random_;  // another in every build
  VerificationBudget budget_;
  std::vector<DrawnTasks> drawn_;      // by thread
  double seconds_per_task_ = 0;        // what recomputing one took, the mean of all ranks; 0: not known yet
  double quartets_per_task_;           // before screening, the mean
  std::vector<BoundedPair> pairs_;     // empty before the first build
  std::optional<ExactEngine> engine_;  // made with the first build: it takes time
};

}  // namespace fockproxy
