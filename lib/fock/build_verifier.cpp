#include "fock/build_verifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fock/density_tables.hpp"
#include "support/clock.hpp"
#include "support/random.hpp"
#include "tasks/task_space.hpp"
#include "verification/bound_checks.hpp"
#include "verification/quartet_census.hpp"

namespace fockproxy {

namespace {

// A task with a larger cost (TaskRecomputation::compare) is recomputed in part. This is about 10 ms of Libint, or less
// if less time is left.
constexpr double most_cost = 2e6, least_cost = 1e5, cost_per_second = 2e8;
constexpr double most_quartets = 2000;
constexpr double guessed_seconds_per_quartet = 3e-6;  // until tasks have been timed
constexpr double bound_seconds = 2e-9;                // per bound in neglected()

// Recomputation uses the blocks of D that the tasks were given. Checks that these are the blocks of D.
Check check_given_blocks(const Communicator& comm, const std::vector<const DrawnTask*>& tasks,
                         const DensityChecksums& expected) {
  std::int64_t wrong = 0;
  std::string first;
  for (const DrawnTask* task : tasks) {
    const auto pairs = block_pairs(task->task);
    for (int role = 0; role < block_roles; ++role) {
      const auto [row, column] = pairs[role];
      if (expected.is_block(row, column, task->density[role].data())) continue;
      if (wrong++ == 0) first = fmt::format("block ({},{}) of task {}", row, column, number(task->id));
    }
  }
  return check_blocks(comm, "blocks of D given to drawn tasks",
                      {.fetched = block_roles * std::ssize(tasks), .wrong = wrong, .first = first});
}

double mean_quartets_per_task(const BasisSet& basis, const BlockPartition& partition) {
  const double pairs = 0.5 * basis.shells() * (basis.shells() + 1.0);
  return 0.5 * pairs * (pairs + 1) / static_cast<double>(TaskRows(partition.blocks()).tasks());
}

}  // namespace

BuildVerifier::BuildVerifier(const Session& session, const FockSystem& system, const BlockChecksums& checksums,
                             const FockConfig& config)
    : session_(session),
      system_(system),
      checksums_(checksums),
      random_(hash_append(config.seed, 4)),
      budget_{.least = config.verification.least_seconds / session.world().size()},
      drawn_(static_cast<std::size_t>(config.threads.count),
             DrawnTasks(system.partition, system.spins, hash_append(config.seed, 5),
                        DrawnTasks::default_memory / config.threads.count)),
      quartets_per_task_(mean_quartets_per_task(system.basis(), system.partition)) {}

ExactEngine& BuildVerifier::engine() {
  if (!engine_) engine_.emplace(system_.basis());
  return *engine_;
}

const std::vector<BoundedPair>& BuildVerifier::pairs(const QuartetScreen& screen) {
  if (pairs_.empty()) pairs_ = pairs_by_bound(screen, system_.basis().shells());
  return pairs_;
}

void BuildVerifier::begin(std::int64_t tasks) {
  random_ = hash64(random_);
  const double per_task = seconds_per_task_ > 0
                              ? seconds_per_task_
                              : guessed_seconds_per_quartet * std::min(quartets_per_task_, most_quartets);
  // Twice as many as the time should allow, because the ranks that will do them are not known yet; and some for every
  // rank.
  const int ranks = session_.world().size();
  const double wanted = std::max<double>(DrawnTasks::fewest, 2 * budget_.for_one_build() / per_task) * ranks;
  for (DrawnTasks& drawn : drawn_) drawn.begin(tasks, static_cast<std::int64_t>(std::min(wanted, 1e6)));
}

BuildVerdict BuildVerifier::verify(const BuildEvidence& e) {
  const Communicator& world = session_.world();
  const double start = now();
  // All ranks decide alike: they have the same seconds for the builds, and agree on those of the verification below.
  budget_.fock_seconds += e.fock_seconds;
  const double allowance = budget_.for_one_build();
  BuildVerdict verdict;
  Verification& verification = verdict.verification;
  Coverage coverage{.tasks = e.tasks, .quartets = e.quartets};

  verdict.neglected = neglected(world, e.screen, system_.basis().shells(), system_.pairs.precision(), random_,
                                allowance / 16 / bound_seconds);
  const double promise = verdict.neglected.promise();
  verification.add(check_tasks(world, e.ledger, e.tasks));
  verification.add(
      check_census(world, e.screen, system_.partition, e.ledger.quartets, {random_, allowance / 2}, coverage));
  verification.add(check_blocks(world, "fetched blocks of D", e.matrices.fetch_errors()));
  if (e.matrices.exact() != nullptr) add_exact_checks(e, verification);
  else add_checks_of_doubles(e, promise, verification);

  verification.add(check_density_tables(world, system_, e.matrices.ownership(), e.matrices.density(), e.screen));
  const Effort effort{random_, allowance / 16};
  verification.add(check_schwarz_bounds(world, engine(), e.screen, effort, coverage));
  verification.add(check_dropped_quartets(world, engine(), e.screen, pairs(e.screen), effort, coverage));
  const double left = std::max(allowance - (now() - start), 0.25 * allowance);
  const Precision precision{e.screen.threshold(), e.screen.single_below(), system_.pairs.precision(), promise,
                            e.screen.schwarz()};
  const std::vector<const DrawnTask*> drawn = drawn_tasks();
  verification.add(check_given_blocks(world, drawn, e.matrices.density_checksums()));
  verification.add(recompute_tasks(drawn, precision, left, coverage));
  verification.add(coverage);
  budget_.spent = world.max(budget_.spent + now() - start);
  return verdict;
}

void BuildVerifier::add_checks_of_doubles(const BuildEvidence& e, double promise, Verification& verification) const {
  const Communicator& world = session_.world();
  const ContributionSums sums = e.matrices.sums();
  const Matrix& assembled = e.matrices.assembled();
  verification.add(
      check_checksum(world, sums, checksums_.rows(e.matrices.ownership(), world.rank(), assembled), promise));
  verification.add(check_trace(world, sums, e.matrices.density(), assembled, promise));
  verification.add(check_finite(world, assembled));
}

void BuildVerifier::add_exact_checks(const BuildEvidence& e, Verification& verification) const {
  const Communicator& world = session_.world();
  const ExactSum& exact = *e.matrices.exact();
  ExactSums sums = e.matrices.exact_sums();
  std::vector<std::uint64_t> found(sums.rows.size());
  exact.checksums.add_rows(e.matrices.ownership(), world.rank(), e.matrices.integers(), found);
  verification.add(check_exact_sums(world, std::move(sums.rows), std::move(found)));
  verification.add(check_within_grid(world, sums.outside, exact.grid.bound()));
}

// In the order of the draw, which is random.
std::vector<const DrawnTask*> BuildVerifier::drawn_tasks() const {
  std::vector<const DrawnTask*> tasks;
  for (const DrawnTasks& of_thread : drawn_)
    for (const DrawnTask& task : of_thread.kept()) tasks.push_back(&task);
  std::ranges::sort(tasks, {}, &DrawnTask::place);
  return tasks;
}

Check BuildVerifier::recompute_tasks(const std::vector<const DrawnTask*>& tasks, const Precision& precision,
                                     double seconds, Coverage& coverage) {
  const Communicator& world = session_.world();
  const double start = now();
  const double cost = std::clamp(cost_per_second * seconds, least_cost, most_cost);
  TaskRecomputation recomputation(engine(), system_.partition, system_.spins, precision);
  WorstDeviation worst;
  auto& [recomputed, in_part, quartets, microseconds] = worst.count;
  for (const DrawnTask* drawn : tasks) {
    const DrawnTask& task = *drawn;
    if (recomputed > 0 && now() - start >= seconds) break;
    session_.watchdog.beat();
    const TaskDeviation found =
        recomputation.compare(task, hash_append(random_, static_cast<std::uint64_t>(task.id)), cost);
    ++recomputed;
    in_part += found.in_part;
    quartets += found.quartets;
    if (worst.add(found.worst.deviation(), found.worst.allowed())) worst.set_place(found.worst.place());
  }
  microseconds = static_cast<std::int64_t>(1e6 * (now() - start));
  worst = worst.over(world);
  coverage.tasks_recomputed += recomputed;
  coverage.tasks_in_part += in_part;
  coverage.quartets_recomputed += quartets;
  if (recomputed > 0) seconds_per_task_ = 1e-6 * static_cast<double>(microseconds) / static_cast<double>(recomputed);
  return {"tasks recomputed by Libint", worst.deviation(), worst.allowed(),
          worst.deviation() <= worst.allowed()
              ? fmt::format("tasks: {} of {}", recomputed, coverage.tasks)
              : fmt::format("{} off by {:.2e} hartree", worst.place(), worst.deviation())};
}

}  // namespace fockproxy
