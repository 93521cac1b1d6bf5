// The checks of every Fock build before its results can be read.
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

// The time for recomputation on every rank over a run: 2% of the Fock builds so far or `least`, whichever is larger;
// seconds. A build uses a quarter of the rest, so that the next builds have some too.
struct VerificationBudget {
  double least;
  double fock_seconds = 0;
  double spent = 0;
  double for_one_build() const { return std::max(0.0, 0.25 * (std::max(0.02 * fock_seconds, least) - spent)); }
};

// The evidence of one build. The screen is the same on every rank; the other members are of this rank.
struct BuildEvidence {
  const BuildMatrices& matrices;  // after collect()
  const QuartetScreen& screen;
  const TaskLedger& ledger;      // of all threads of this rank
  std::int64_t tasks, quartets;  // of all ranks
  double fock_seconds;
};

// The results of the verification, the same on every rank.
struct BuildVerdict {
  Verification verification;
  Neglected neglected;
};

// The checks and the faults that they detect (docs: how it is verified). They always detect lost, repeated or invented
// tasks, missing quartets, wrong blocks of D, updates of F that are lost, doubled or misplaced, and values that are not
// finite. With a stated power they detect three more faults: tasks with wrong contributions for any reason, which
// Libint recomputes; bounds that are too small; and quartets that were dropped wrongly. Collective construction and
// verify(). All objects that it refers to must outlive it.
class BuildVerifier {
 public:
  BuildVerifier(const Session& session, const FockSystem& system, const BlockChecksums& checksums,
                const FockConfig& config);

  // Local. Begins a build of `tasks` tasks and draws those that will be recomputed.
  void begin(std::int64_t tasks);
  std::span<DrawnTasks> drawn() { return drawn_; }  // by thread

  BuildVerdict verify(const BuildEvidence& evidence);

 private:
  // Compares F as it was sent with F as it was assembled. promise: of the build, hartree.
  void add_checks_of_doubles(const BuildEvidence& evidence, double promise, Verification& verification) const;
  void add_exact_checks(const BuildEvidence& evidence, Verification& verification) const;
  std::vector<const DrawnTask*> drawn_tasks() const;
  Check recompute_tasks(const std::vector<const DrawnTask*>& tasks, const Precision& precision, double seconds,
                        Coverage& coverage);
  ExactEngine& engine();
  // The pairs by their Schwarz bounds, which are the same in every build.
  const std::vector<BoundedPair>& pairs(const QuartetScreen& screen);

  Session session_;
  const FockSystem& system_;
  const BlockChecksums& checksums_;
  std::uint64_t random_;  // differs between builds
  VerificationBudget budget_;
  std::vector<DrawnTasks> drawn_;      // by thread
  double seconds_per_task_ = 0;        // mean time of recomputing a task over all ranks; 0: not known yet
  double quartets_per_task_;           // mean before screening
  std::vector<BoundedPair> pairs_;     // empty before the first build
  std::optional<ExactEngine> engine_;  // made in the first build, because it takes time
};

}  // namespace fockproxy
