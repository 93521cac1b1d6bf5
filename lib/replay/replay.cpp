#include "replay/replay.hpp"

#include <fmt/format.h>

#include <utility>

#include "parallel/agreement.hpp"
#include "support/clock.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

std::vector<int> first_functions(const BlockLayout& layout) {
  std::vector<int> first;
  for (int b = 0; b <= layout.blocks(); ++b) first.push_back(layout.first_row(b));
  return first;
}

std::size_t place_of(const BlockLayout& layout, int row, int column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(layout.blocks()) + static_cast<std::size_t>(column);
}

std::vector<std::int64_t> weights_of(const RecordedTasks& tasks) {
  const BlockLayout& layout = tasks.layout();
  std::vector<std::int64_t> weights(place_of(layout, layout.blocks(), 0), 0);
  for (std::int64_t id = 0; id < tasks.tasks(); ++id) {
    const predict::PredictedTask task = tasks.of(TaskId{id});
    const std::int64_t weight = replay_weight(TaskId{id}, task);
    for (const auto& [row, column] : block_pairs(task.task)) weights[place_of(layout, row, column)] += weight;
  }
  return weights;
}

// An odd integer from -15 to 15.
double element(int row, int column) {
  const std::uint64_t bits = hash_append(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column));
  return static_cast<double>(2 * static_cast<int>(bits % 16) - 15);
}

// This rank's panel.
Matrix density_panel(const Ownership& ownership, const BlockLayout& layout, int rank) {
  const Ownership::Area area = ownership.area(layout, rank);
  Matrix panel(area.rows, area.columns);
  for (int i = 0; i < area.rows; ++i)
    for (int j = 0; j < area.columns; ++j) panel(i, j) = element(area.first_row + i, area.first_column + j);
  return panel;
}

EngineMaker engines_of(const RecordedTasks& tasks, const SyntheticWork& work, double stretch) {
  return [&tasks, &work, stretch] { return std::make_unique<ReplayEngine>(tasks, work, stretch); };
}

}  // namespace

TaskOrder recorded_order(const OrderOptions& options, std::int64_t tasks,
                         const std::function<double(TaskId)>& seconds) {
  std::vector<double> costs;
  if (options.order->needs_costs)
    for (std::int64_t id = 0; id < tasks; ++id) costs.push_back(seconds(TaskId{id}));
  return {options.order, tasks, costs, options.seed};
}

Replay::Replay(const Session& session, const RecordedTasks& tasks, const FockConfig& config,
               const ReplayOptions& options)
    : Replay(
          session, tasks, config, options,
          make_backends(session.runtime, tasks.layout(), config, [&watchdog = session.watchdog] { watchdog.beat(); })) {
}

Replay::Replay(const Session& session, const RecordedTasks& tasks, const FockConfig& config,
               const ReplayOptions& options, BuildBackends backends)
    : session_(session),
      tasks_(tasks),
      config_(config),
      work_(session.world(), options.work),
      partition_(first_functions(tasks.layout())),
      ones_(Matrix::Ones(partition_.blocks(), partition_.blocks())),
      screen_(partition_,
              {{ones_.data(), ones_.rows(), ones_.cols()},
               {ones_.data(), ones_.rows(), ones_.cols()},
               {ones_.data(), ones_.rows(), ones_.cols()}},
              0),
      order_(recorded_order(config.order, tasks.tasks(), [&](TaskId id) { return tasks.of(id).seconds; })),
      weights_(weights_of(tasks)),
      drawn_(static_cast<std::size_t>(config.threads.count), DrawnTasks(partition_, tasks.layout().spins(), 0)),
      run_(session_, config_, engines_of(tasks, work_, options.stretch), std::move(backends)) {
  const int rank = session.world().rank();
  run_.matrices().take_panel(density_panel(run_.matrices().ownership(), tasks.layout(), rank));
}

FinishedBuild Replay::build() {
  const Communicator& world = session_.world();
  for (DrawnTasks& drawn : drawn_) drawn.begin(tasks_.tasks(), 0);
  const FinishedRun run = run_.run({tasks_, order_, screen_}, partition_.blocks(), std::nullopt, drawn_);
  session_.watchdog.mark("Fock build: collecting F");
  run_.matrices().assemble();
  const RankRecord& first = run.records.front().rank;
  FockBuild build;
  build.tasks = build.tasks_before_screening = tasks_.tasks();
  build.quartets = world.sum(run.quartets());
  build.seconds = world.max(run.seconds + first.broadcast + first.reduce);
  build.setup_seconds = run_.matrices().setup_seconds();
  build.collect_seconds = run_.matrices().collect_seconds();
  session_.watchdog.mark("Fock build: verification");
  const double start = now();
  Verification verification = verify(run);
  const bool verified = world.min(verification.passed() ? 1 : 0) == 1;
  build.verification_seconds = now() - start;
  if (verified) build.ranks = run.gathered_ranks(world);
  return {std::move(build), std::move(verification), verified};
}

Verification Replay::verify(const FinishedRun& run) {
  const Communicator& world = session_.world();
  Verification verification;
  verification.add(check_tasks(world, run.ledger(), tasks_.tasks()));
  verification.add(check_blocks(world, "fetched blocks of D", run_.matrices().fetch_errors()));
  verification.add(check_assembled());
  return verification;
}

Check Replay::check_assembled() const {
  const Communicator& world = session_.world();
  const BlockLayout& layout = tasks_.layout();
  const BuildMatrices& matrices = run_.matrices();
  std::int64_t blocks = 0, wrong = 0;
  std::string first;
  matrices.ownership().for_blocks(layout, world.rank(), [&](int i, int j, int row, int column) {
    const auto weight = static_cast<double>(weights_[place_of(layout, i, j)]);
    const auto density = matrices.density().block(row, column, layout.rows(i), layout.columns(j));
    const auto found = matrices.assembled().block(row, column, layout.rows(i), layout.columns(j));
    ++blocks;
    if ((found.array() == weight * density.array()).all()) return;
    if (wrong++ == 0) first = fmt::format("block ({},{}) of rank {}", i, j, world.rank());
  });
  const std::int64_t all = world.sum(blocks), all_wrong = world.sum(wrong);
  const std::string message = first_message(world, first);
  return {"every element of F", static_cast<double>(all_wrong), 0.0,
          all_wrong == 0
              ? fmt::format("blocks: {}", all)
              : fmt::format("{} of {} blocks differ from their exact sums, first {}", all_wrong, all, message)};
}

}  // namespace fockproxy
