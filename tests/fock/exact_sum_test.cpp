// --sum exact: the same bits of F from every configuration, no overflow, nothing lost to rounding that was not
// promised, and checks of transport that miss no bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "contracts/faulty_digestor.hpp"
#include "contracts/faulty_matrices.hpp"
#include "counters/static_distributor.hpp"
#include "digestion/integral_choice.hpp"
#include "fixed_system.hpp"
#include "fock/fock_bound.hpp"
#include "fock/fock_builder.hpp"
#include "matrices/whole_panels.hpp"
#include "packed.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::world;

FockConfig exact(double threshold) {
  FockConfig config{.integrals = {.threshold = threshold}, .verification = {.least_seconds = 0.01}};
  config.blocks.sum = "exact";
  return config;
}

// All tasks by themselves on each rank, one after the other, into a whole matrix: no cache, no message, no other rank.
struct Oracle {
  Oracle(const testing::FixedSystem& system, const std::string& grain, double threshold) {
    const FockConfig config = exact(threshold);
    const FockSystem fock_system = system.fock_system(grain);
    const BlockLayout layout = fock_system.layout();
    const Matrix density = testing::pack_spins(layout, system.density);
    const Ownership ownership(layout, world().size());
    PlanTables tables(world(), fock_system);
    const Matrix panel = panel_of(layout, ownership, density, world().rank());
    const BuildPlan plan(world(), fock_system, {ownership, panel}, tables, threshold, config);
    const FockGrid grid = fock_grid(fock_system, plan.screen());
    words = grid.words();
    bound = grid.bound();
    const IntegralChoice integrals = choose_integrals(world(), config.integrals);
    const auto digestor = make_digestor(integrals.source, fock_system, testing::watchdog());

    struct Sum {
      std::vector<std::int64_t> integers;
      std::vector<double> sizes;
      std::int64_t contributions = 0;
    };
    std::map<std::array<int, 2>, Sum> sums;
    NoProgress idle;
    for (std::int64_t id = 0; id < plan.tasks(); ++id) {
      const Task task = plan.space().task(TaskId{id});
      std::array<Matrix, block_roles> d, f;
      TaskBlocks blocks;
      for (int role = 0; role < block_roles; ++role) {
        const auto [row, column] = block_pairs(task)[role];
        d[role] = testing::block_of(layout, density, row, column);
        f[role] = Matrix::Zero(d[role].rows(), d[role].cols());
        blocks.density[role] = d[role].data();
        blocks.fock[role] = f[role].data();
      }
      digestor->digest(task, plan.screen(), blocks, idle);
      for (int role = 0; role < block_roles; ++role) {
        Sum& sum = sums[block_pairs(task)[role]];
        const auto n = static_cast<std::size_t>(f[role].size());
        sum.integers.resize(n * static_cast<std::size_t>(words));
        sum.sizes.resize(n);
        ++sum.contributions;
        EXPECT_TRUE(grid.add(f[role].data(), static_cast<int>(f[role].rows()), static_cast<int>(f[role].cols()),
                             sum.integers.data()));
        for (std::size_t e = 0; e < n; ++e) sum.sizes[e] += std::abs(f[role].data()[e]);
      }
    }
    Matrix packed = Matrix::Zero(layout.functions(), layout.matrix_columns());
    for (auto& [place, sum] : sums) {
      const auto [row, column] = place;
      const int columns = layout.columns(column);
      for (int r = 0; r < layout.rows(row); ++r)
        for (int c = 0; c < columns; ++c) {
          const auto at = static_cast<std::size_t>(words * r * columns + c);
          packed(layout.first_row(row) + r, layout.first_column(column) + c) =
              grid.hartree(sum.integers[at], words == 1 ? 0 : sum.integers[at + static_cast<std::size_t>(columns)]);
        }
      for (const double size : sum.sizes) largest_size = std::max(largest_size, size);
      most = std::max(most, sum.contributions);
    }
    for (Matrix& m : g = testing::unpack_spins(layout, packed)) m = (0.5 * (m + m.transpose())).eval();
  }

  SpinMatrices g;
  double bound = 0, largest_size = 0;  // of an element: of the sum of the sizes of its contributions
  std::int64_t most = 0;               // contributions to a block
  int words = 0;
};

FinishedBuild finished(const testing::FixedSystem& system, const std::string& grain, const FockConfig& config,
                       const std::function<void(BuildBackends&)>& spoil = {}) {
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system(grain);
  BuildBackends backends = make_backends(testing::runtime(), fock_system.layout(), config);
  if (spoil) spoil(backends);
  FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(backends));
  return builder.build(testing::dealt_out(system.density));
}

// The i-th of a seeded sample of the product of all axes.
FockConfig sampled(std::uint64_t seed, double threshold) {
  FockConfig config = exact(threshold);
  const auto one_of = [&](const auto& values) {
    seed = hash64(seed);
    return *(std::begin(values) + static_cast<std::ptrdiff_t>((seed >> 8) % std::size(values)));
  };
  using Names = std::vector<std::string>;
  const bool has_ga = testing::runtime().has_global_arrays();
  config.counter = one_of(has_ga ? Names{"static", "mpi3", "mpi2", "node", "steal", "ga"}
                                 : Names{"static", "mpi3", "mpi2", "node", "steal"});
  Names matrices{"rma", "rma"};
  if (has_ga) matrices.insert(matrices.end(), {"ga", "ga"});
  if (world().size() == 1) matrices.emplace_back("local");
  BlockOptions& blocks = config.blocks;
  blocks.matrix = one_of(matrices);
  blocks.cache = one_of(Names{"ijk", "ijk", "none", "merged", "replicated"});
  blocks.matrices.window = one_of(std::vector{WindowKind::allocate, WindowKind::allocate, WindowKind::create});
  blocks.matrices.storage = one_of(std::vector{BlockStorage::tiled, BlockStorage::strided, BlockStorage::rows});
  blocks.matrices.issue = one_of(std::vector{Issue::each, Issue::batch, Issue::request});
  blocks.matrices.completion = one_of(std::vector{AccumulateCompletion::local, AccumulateCompletion::remote});
  blocks.matrices.epoch = one_of(std::vector{Epoch::whole, Epoch::whole, Epoch::each});
  blocks.in_flight = one_of(std::vector{1, 2, 5});
  blocks.prefetch_blocks = one_of(std::vector{false, false, true});
  blocks.node_reads = one_of(std::vector{false, false, true});
  config.dealing.chunk = one_of(std::vector<std::int64_t>{1, 3, 8});
  config.dealing.schedule = one_of(Names{"fixed", "factoring", "static-first"});
  config.order.order = one_of(Names{"natural", "costliest", "random"});
  config.progress.strategy = one_of(Names{"none", "poll"});
  config.integrals.source = one_of(Names{"own", "own", "own", "emulated"});
  config.threads.count = one_of(std::vector{1, 1, 2, 3});
  config.threads.calls = one_of(Names{"serialized", "funneled"});
  return config;
}

std::string words_of(const FockConfig& c) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} chunk {} {} {} {} {} threads {}", c.counter.name(),
                     c.blocks.matrix.name(), c.blocks.cache.name(), to_string(c.blocks.matrices.window),
                     to_string(c.blocks.matrices.storage), to_string(c.blocks.matrices.issue),
                     to_string(c.blocks.matrices.completion), to_string(c.blocks.matrices.epoch), c.blocks.in_flight,
                     c.blocks.prefetch_blocks, c.blocks.node_reads, c.dealing.chunk, c.dealing.schedule.name(),
                     c.order.order.name(), c.progress.strategy.name(), c.integrals.source.name(), c.threads.count);
}

struct Case {
  const char* name;
  const char* molecule;
  const char* basis;
  int spins;
  const char* grain;
  double threshold;
  int configurations, where_waiting_is_slow;
};

class ExactSums : public ::testing::TestWithParam<Case> {};

// Every rank computes the oracle by itself, and so do runs on other numbers of ranks: a build that gives its bits gives
// those of all other builds.
TEST_P(ExactSums, GiveTheBitsOfTheOracleInEveryConfiguration) {
  const Case& c = GetParam();
  const testing::FixedSystem system(c.molecule, c.basis, c.spins, 1e-3 * c.threshold);
  const Oracle oracle(system, c.grain, c.threshold);
  EXPECT_EQ(oracle.words, 1);
  EXPECT_LE(oracle.largest_size, oracle.bound);
  EXPECT_LE(oracle.most, most_contributions(system.fock_system(c.grain).partition.blocks()));
  const int wanted = testing::waiting_is_slow() ? c.where_waiting_is_slow : c.configurations;
  int done = 0;
  for (std::uint64_t seed = 0; done < wanted && seed < 100 * static_cast<std::uint64_t>(wanted) + 100; ++seed) {
    const FockConfig config = sampled(hash_append(world().size(), seed), c.threshold);
    SCOPED_TRACE(words_of(config));
    testing::watchdog().beat();
    try {
      runtime_needs(config);
      const FockBuild build = testing::verified(finished(system, c.grain, config));
      const SpinMatrices g = whole(build.g);
      for (int spin = 0; spin < c.spins; ++spin) EXPECT_TRUE(g[spin] == oracle.g[spin]) << "of spin " << spin;
      ++done;
    } catch (const AgreedUsageError&) {  // these do not go together, or not on this MPI
    }
  }
  EXPECT_EQ(done, wanted);
  if (world().is_root()) fmt::print("{} configurations, one result\n", done);
}

INSTANTIATE_TEST_SUITE_P(Systems, ExactSums,
                         ::testing::Values(Case{"water", "water", "sto-3g", 1, "atom", 1e-10, 70, 12},
                                           Case{"water_by_shells", "water", "3-21g", 1, "shell", 1e-12, 10, 2},
                                           Case{"o2_uhf", "o2", "6-31g", 2, "shell", 1e-10, 20, 4},
                                           Case{"benzene", "benzene", "sto-3g", 1, "15", 1e-10, 10, 2},
                                           Case{"decane", "decane", "sto-3g", 1, "25", 1e-8, 5, 1}),
                         [](const auto& info) { return std::string(info.param.name); });

// The control: with sums of doubles the same configurations give many results.
TEST(ExactSums, AreNotWhatDoublesGive) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  std::set<std::uint64_t> in_doubles, in_integers;
  for (std::uint64_t seed = 0; seed < 400 && in_integers.size() < 2 && in_doubles.size() < 4; ++seed) {
    FockConfig config = sampled(hash_append(world().size(), seed), 1e-10);
    testing::watchdog().beat();
    try {
      runtime_needs(config);
      in_integers.insert(testing::verified(finished(system, "atom", config)).hash);
      config.blocks.sum = "double";
      in_doubles.insert(testing::verified(finished(system, "atom", config)).hash);
    } catch (const AgreedUsageError&) {
    }
  }
  EXPECT_EQ(in_integers.size(), 1u);
  EXPECT_GE(in_doubles.size(), 4u);
}

// Where one word is too coarse: the Coulomb part, by which the promise goes, is nothing, and the exchange is large.
TEST(ExactSums, OfTwoWordsGiveTheBitsOfTheOracleToo) {
  testing::FixedSystem system("water", "3-21g", 2);
  system.density[0] *= 6e3;
  system.density[1] = -system.density[0];
  const Oracle oracle(system, "shell", 0);
  ASSERT_EQ(oracle.words, 2);
  const SpinMatrices reference = system.reference();
  EXPECT_LE(oracle.largest_size, oracle.bound);
  std::vector<std::string> matrices{"rma"};
  if (testing::runtime().has_global_arrays()) matrices.emplace_back("ga");
  for (const std::string& matrix : matrices)
    for (const char* cache : {"ijk", "none", "merged", "replicated"})
      for (const int in_flight : {1, 4}) {
        SCOPED_TRACE(fmt::format("{} {} {}", matrix, cache, in_flight));
        FockConfig config = exact(0);
        config.dealing.chunk = 4;
        config.blocks.matrix = matrix;
        config.blocks.cache = cache;
        config.blocks.in_flight = in_flight;
        const FockBuild build = testing::verified(finished(system, "shell", config));
        ASSERT_EQ(build.grid->words(), 2);
        const SpinMatrices g = whole(build.g);
        for (int spin : {0, 1}) EXPECT_TRUE(g[spin] == oracle.g[spin]);
        EXPECT_LE(testing::largest_difference(g, reference), 1e-15 * oracle.bound);
      }
}

// A build with two words between two with one: each has a matrix of its own.
TEST(ExactSums, MayTakeOneWordAfterTwo) {
  const testing::FixedSystem small("water", "3-21g", 2);
  testing::FixedSystem large("water", "3-21g", 2);
  large.density[0] *= 6e3;
  large.density[1] = -large.density[0];
  Watchdog watchdog(0, 0);
  FockBuilder builder({testing::runtime(), watchdog}, small.fock_system("shell"), exact(0));
  const FockBuild first = testing::verified(builder.build(testing::dealt_out(small.density)));
  const FockBuild second = testing::verified(builder.build(testing::dealt_out(large.density)));
  const FockBuild third = testing::verified(builder.build(testing::dealt_out(small.density)));
  EXPECT_EQ(first.grid->words(), 1);
  EXPECT_EQ(second.grid->words(), 2);
  EXPECT_EQ(third.grid->words(), 1);
  EXPECT_EQ(first.hash, third.hash);
  EXPECT_EQ(second.hash, testing::verified(finished(large, "shell", exact(0))).hash);
}

TEST(ExactSums, LoseNoMoreThanThePromise) {
  for (const double threshold : {0.0, 1e-12, 1e-10})
    for (const double largest : {1.0, 5e3, 1e6})
      for (const int spins : {1, 2}) {
        testing::FixedSystem system("water2", "sto-3g", spins, 1e-3 * threshold);
        for (Matrix& d : system.density) d *= largest;
        SCOPED_TRACE(fmt::format("{} {} {}", threshold, largest, spins));
        testing::watchdog().beat();
        FockConfig config = exact(threshold);
        const FockBuild exactly = testing::verified(finished(system, "atom", config));
        config.blocks.sum = "double";
        const FockBuild doubles = testing::verified(finished(system, "atom", config));
        const double difference = testing::largest_difference(whole(exactly.g), whole(doubles.g));
        EXPECT_LE(difference, doubles.neglected.rounding());
        EXPECT_LE(exactly.grid->resolution(), 0.25 * doubles.neglected.rounding());
        EXPECT_LE(testing::largest_difference(exactly.g, system.reference()), exactly.neglected.promise());
      }
}

// Six communications a task, and no more bytes than doubles take.
TEST(ExactSums, MoveWhatDoublesMove) {
  const testing::FixedSystem system("water", "3-21g", 1);
  FockConfig config = exact(0);
  const auto moved = [&](const FockBuild& build) {
    RankRecord sum;
    for (const RankRecord& rank : build.ranks) sum += rank;
    std::vector<std::int64_t> counts;
    for (const auto kind : {OperationKind::get, OperationKind::accumulate}) {
      counts.push_back(sum[kind].total_operations());
      counts.push_back(sum[kind].total_bytes());
    }
    return counts;
  };
  const FockBuild exactly = testing::verified(finished(system, "atom", config));
  config.blocks.sum = "double";
  const FockBuild doubles = testing::verified(finished(system, "atom", config));
  EXPECT_EQ(exactly.grid->words(), 1);
  EXPECT_EQ(moved(exactly), moved(doubles));
}

// One unit of the grid in one element of one update.
class LastBit final : public ForwardingMatrix {
 public:
  LastBit(std::unique_ptr<DistributedMatrix> matrix, std::int64_t update, std::int64_t element)
      : ForwardingMatrix(std::move(matrix)), update_(update), element_(element) {}

  void accumulate(std::span<const BlockUpdate> updates) override {
    for (const BlockUpdate& update : updates) {
      if (update_-- != 0) {
        ForwardingMatrix::accumulate(std::span(&update, 1));
        continue;
      }
      const auto* from = static_cast<const std::int64_t*>(update.buffer);
      std::vector<std::int64_t> spoilt(from, from + layout().elements(update.row, update.column));
      spoilt[static_cast<std::size_t>(element_) % spoilt.size()] += 1;
      const BlockUpdate wrong{update.row, update.column, spoilt.data()};
      ForwardingMatrix::accumulate(std::span(&wrong, 1));
    }
  }

 private:
  std::int64_t update_, element_;
};

void expect_caught(const FinishedBuild& build, std::string_view check) {
  EXPECT_FALSE(build.verified());
  const auto& checks = build.verification().checks();
  const auto found = std::ranges::find(checks, check, &Check::name);
  ASSERT_NE(found, checks.end());
  EXPECT_FALSE(found->passed()) << found->detail;
  EXPECT_EQ(found->allowed, 0.0);
}

void deal_out_evenly(BuildBackends& backends) {
  backends.distributor = std::make_unique<StaticDistributor>(world().rank(), world().size(), FixedSchedule(1));
}

TEST(ExactSums, MissNoLastBit) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  for (const char* cache : {"ijk", "none", "merged", "replicated"})
    for (std::int64_t k = 0; k < (testing::waiting_is_slow() ? 1 : 8); ++k) {
      SCOPED_TRACE(fmt::format("{} {}", cache, k));
      FockConfig config = exact(0);
      config.blocks.cache = cache;
      expect_caught(finished(system, "atom", config,
                             [&](BuildBackends& b) {
                               deal_out_evenly(b);
                               b.fock = std::make_unique<LastBit>(std::move(b.fock), k % 4, 5 * k);
                             }),
                    "checksum of F");
    }
}

TEST(ExactSums, MissNoLostDoubledOrMisplacedUpdate) {
  using contracts::MatrixFault;
  const testing::FixedSystem system("water", "sto-3g", 1);
  for (const char* cache : {"ijk", "none", "merged", "replicated"})
    for (const MatrixFault fault : {MatrixFault::lose, MatrixFault::repeat, MatrixFault::misplace})
      for (const int k : testing::waiting_is_slow() ? std::vector{1} : std::vector{0, 1, 2, 3}) {
        FockConfig config = exact(0);
        config.blocks.cache = cache;
        expect_caught(finished(system, "atom", config,
                               [&](BuildBackends& b) {
                                 deal_out_evenly(b);
                                 b.fock = std::make_unique<contracts::FaultyMatrix>(std::move(b.fock), fault, k);
                               }),
                      "checksum of F");
      }
}

// A contribution that no bound allows must not become a number.
class Exploding final : public Digestor {
 public:
  Exploding(std::unique_ptr<Digestor> digestor, double factor) : digestor_(std::move(digestor)), factor_(factor) {}

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override {
    const Counts counts = digestor_->digest(task, screen, blocks, progress);
    if (task.i == 1 && task.k == 1) blocks.fock[kl][0] = factor_;
    return counts;
  }

 private:
  std::unique_ptr<Digestor> digestor_;
  double factor_;
};

TEST(ExactSums, RefuseWhatTheGridDoesNotHave) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  for (const double bad : {1e9, -1e300, std::numeric_limits<double>::quiet_NaN()})
    for (const char* cache : {"ijk", "none", "merged", "replicated"}) {
      FockConfig config = exact(0);
      config.blocks.cache = cache;
      expect_caught(finished(system, "atom", config,
                             [&](BuildBackends& b) {
                               b.digestor = [bad](std::unique_ptr<Digestor> digestor) {
                                 return std::make_unique<Exploding>(std::move(digestor), bad);
                               };
                             }),
                    "contributions within their bound");
    }
}

TEST(ExactSums, FindFaultsOfArithmeticAsEver) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const FockSystem fock_system = system.fock_system("atom");
  const auto spoil = [&](BuildBackends& b) {
    b.digestor = [&](std::unique_ptr<Digestor> digestor) {
      return std::make_unique<contracts::FaultyDigestor>(std::move(digestor),
                                                         contracts::Sabotage{contracts::DigestFault::lose, 1, 7},
                                                         system.basis, fock_system.partition, system.density);
    };
  };
  EXPECT_FALSE(finished(system, "atom", exact(0), spoil).verified());
}

}  // namespace
}  // namespace fockproxy
