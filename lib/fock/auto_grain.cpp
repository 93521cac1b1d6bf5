#include "fock/auto_grain.hpp"

#include <algorithm>
#include <array>

#include "blocks/redistribution.hpp"
#include "digestion/digestor.hpp"
#include "fock/build_backends.hpp"
#include "fock/build_plan.hpp"
#include "fock/density_tables.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

constexpr double wanted_ratio = 20;
// A grain is sampled for the first of these times. Then it continues, up to the second time, until so many tasks are
// done.
constexpr std::array<double, 2> sampling_seconds{0.01, 0.05};
constexpr std::int64_t sampled_tasks = 16;
constexpr std::int64_t fewest_tasks_per_rank = 8;
constexpr int functions_for_lanes = 40;
constexpr std::int64_t tasks_for_balance = 80;  // per rank
constexpr int communication_rounds = 100;
constexpr std::int64_t fewest_unmeasured_tasks = 1000;

// Mean time to compute a task, in seconds, over tasks drawn at random on every rank. It does not depend on the values
// of D.
double sample_tasks(const Communicator& world, Digestor& digestor, const QuartetScreen& screen, const TaskSpace& space,
                    const BlockLayout& layout, std::uint64_t seed) {
  NoProgress idle;
  std::vector<BlockBuffers> buffers(block_roles, BlockBuffers(layout));
  for (BlockBuffers& buffer : buffers) std::fill_n(buffer.density.data(), buffer.density.size(), 1.0);
  std::uint64_t random = hash_append(seed, world.rank());
  std::int64_t tasks = 0;
  double seconds = 0;
  const double begin = now();
  const auto enough = [&] { return tasks > 0 && now() - begin >= sampling_seconds[tasks >= sampled_tasks ? 0 : 1]; };
  for (; !enough(); ++tasks) {
    random = hash64(random);
    const Task task = space.task(TaskId{static_cast<std::int64_t>(random % static_cast<std::uint64_t>(space.tasks()))});
    TaskBlocks blocks;
    for (int role = 0; role < block_roles; ++role) {
      blocks.density[role] = buffers[role].density.data();
      blocks.fock[role] = buffers[role].fock.data();
    }
    const double start = now();
    digestor.digest(task, screen, blocks, idle);
    seconds += now() - start;
  }
  return world.sum(seconds) / static_cast<double>(world.sum(tasks));
}

// Mean time of three gets, three accumulates and a draw, in seconds. All ranks communicate at once.
double measure_communication(const Runtime& runtime, const BlockLayout& layout, const SpinDense& density,
                             const FockConfig& config) {
  if (config.replicated()) return 0;
  const Communicator& world = runtime.world();
  BuildBackends backends = make_backends(runtime, layout, config);
  const Ownership& ownership = backends.density->ownership();
  const Matrix panel = panel_of(layout, ownership, density);
  backends.density->set_panel(panel);
  backends.fock->zero();
  const FockMatrices matrices{std::move(backends.density), std::move(backends.fock)};
  const BlockChecksums checksums(layout, config.seed);
  const DensityChecksums expected(world, checksums, matrices.density->ownership(), panel);
  RankRecord record;
  BlockTransfers transfers(runtime, matrices, expected, {.issue = config.blocks.matrices.issue}, record);
  std::vector<BlockBuffers> buffers(3, BlockBuffers(layout));
  std::uint64_t random = hash_append(config.seed, world.rank());
  backends.distributor->begin(std::int64_t{communication_rounds} * world.size());
  backends.progress->start();
  world.barrier();
  const double start = now();
  for (int round = 0; round < communication_rounds && backends.distributor->works(); ++round) {
    backends.distributor->next();
    std::array<BlockRead, 3> reads;
    std::array<Contribution, 3> contributions;
    for (int i = 0; i < 3; ++i) {
      random = hash64(random);
      const int row = static_cast<int>(random % layout.blocks());
      const int column = static_cast<int>((random >> 32) % layout.blocks());
      reads[i] = {row, column, buffers[i].density.data()};
      contributions[i] = {row, column, buffers[i].fock.data(), buffers[i].density.data()};
    }
    transfers.get(OperationKind::get, reads);
    transfers.accumulate(OperationKind::accumulate, contributions);
  }
  const double seconds = (now() - start) / communication_rounds;  // almost zero on a rank that does no tasks
  backends.distributor->finish();
  matrices.fock->fence();
  backends.progress->stop();
  return world.max(seconds);
}

// The grain for exact sums, which must not depend on measured times.
GrainChoice unmeasured_grain(const BasisSet& basis) {
  GrainChoice best{merge_atoms(basis, 1), 1, 0, 0};
  for (int atoms = 2; atoms <= basis.atoms(); ++atoms) {
    if (basis.functions() >= functions_for_lanes * best.partition.blocks()) break;
    BlockPartition coarser = merge_atoms(basis, atoms);
    if (TaskRows(coarser.blocks()).tasks() < fewest_unmeasured_tasks) break;
    best = {std::move(coarser), atoms, 0, 0};
  }
  return best;
}

}  // namespace

GrainChoice choose_grain(const Session& session, const PairData& pairs, const SpinDense& density,
                         const FockConfig& config) {
  const Communicator& world = session.world();
  const BasisSet& basis = pairs.pairs.basis();
  if (basis.atoms() == 1) return {merge_atoms(basis, 1), 1, 0, 0};  // nothing to merge, so nothing to measure
  if (config.blocks.sum->exact) return unmeasured_grain(basis);
  const IntegralSource source = choose_integrals(session.runtime, config.integrals).source;
  const int spins = static_cast<int>(density.size());
  const auto system_of = [&](int atoms) {
    return FockSystem{pairs.pairs, pairs.schwarz, merge_atoms(basis, atoms), spins};
  };
  const auto fills_lanes = [&](const FockSystem& system) {
    return !source.kernels || basis.functions() >= functions_for_lanes * system.partition.blocks();
  };
  const auto ratio_is_reached = [](const GrainChoice& c) {
    return c.task_seconds >= wanted_ratio * c.communication_seconds;
  };
  DensityTables maxima(world, basis.shells());  // the same at every grain
  {
    const FockSystem system = system_of(1);
    const Ownership ownership(system.layout(), world.size());
    maxima.fill(system, ownership, panel_of(system.layout(), ownership, density));
  }
  const auto screen_of = [&](const FockSystem& system) {
    return QuartetScreen(system.partition, maxima.with(system.schwarz), config.integrals.threshold);
  };
  // If the smallest blocks that fill the lanes leave enough tasks, smaller blocks are not needed.
  int first = 1;
  while (first < basis.atoms() && !fills_lanes(system_of(first))) ++first;
  if (first > 1) {
    const FockSystem system = system_of(first);
    TaskTable table(world, system.partition.blocks());
    const TaskSpace space = agreed_task_space(world, system.partition, screen_of(system), table);
    if (space.tasks() / world.size() < tasks_for_balance) first = 1;
  }
  std::optional<GrainChoice> best;
  for (int atoms = first; atoms == first || atoms <= basis.atoms(); ++atoms) {
    const FockSystem system = system_of(atoms);
    const QuartetScreen screen = screen_of(system);
    TaskTable table(world, system.partition.blocks());
    const TaskSpace space = agreed_task_space(world, system.partition, screen, table);
    const auto tasks = space.tasks() / world.size();
    if (space.tasks() == 0 || (best && tasks < fewest_tasks_per_rank)) break;
    if (best && ratio_is_reached(*best) && tasks < tasks_for_balance) break;
    const auto digestor = make_digestor(source, system, session.watchdog);
    const double task_seconds = sample_tasks(world, *digestor, screen, space, system.layout(), config.seed);
    const double communication = measure_communication(session.runtime, system.layout(), density, config);
    best.emplace(GrainChoice{system.partition, atoms, task_seconds, communication});
    if (ratio_is_reached(*best) && fills_lanes(system)) break;
  }
  if (!best) return {merge_atoms(basis, 1), 1, 0, 0};
  return std::move(*best);
}

}  // namespace fockproxy
