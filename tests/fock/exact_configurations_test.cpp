// --sum exact: one hash of F in every configuration. Configurations are sampled from the product of the tables, and
// compared with a result computed without any of them. FOCKPROXY_CONFIGURATIONS is the number per molecule and run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <set>

#include "exact_builds.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::exact;
using testing::finished;
using testing::world;

// The i-th of a seeded sample of the product of all axes. can_be_made() or AgreedUsageError refuses what this program
// or its MPI lacks and what cannot be combined.
FockConfig sampled(std::uint64_t seed, double threshold, const char* sum) {
  FockConfig config = exact(threshold, sum);
  // By reference, because choices refer to entries of tables.
  const auto one_of = [&](const auto& values) -> const auto& {
    seed = hash64(seed);
    return values[(seed >> 8) % std::size(values)];
  };
  config.counter = one_of(dealer_table());
  BlockOptions& blocks = config.blocks;
  blocks.matrix = one_of(matrix_table());
  blocks.cache = one_of(cache_table());
  blocks.matrices.window = one_of(window_kinds);
  blocks.matrices.storage = one_of(std::array{BlockStorage::tiled, BlockStorage::strided, BlockStorage::rows});
  blocks.matrices.issue = one_of(std::array{Issue::each, Issue::batch, Issue::request});
  blocks.matrices.completion = one_of(std::array{AccumulateCompletion::local, AccumulateCompletion::remote});
  blocks.matrices.epoch = one_of(std::array{Epoch::whole, Epoch::whole, Epoch::each});
  blocks.matrices.owners = one_of(std::array{0, 0, 1});
  blocks.matrices.sum.method = one_of(global_sum_table());
  blocks.in_flight = one_of(std::array{1, 2, 5});
  blocks.prefetch_blocks = one_of(std::array{false, false, true});
  blocks.node_reads = one_of(std::array{false, false, true});
  config.dealing.schedule = one_of(schedule_table());
  config.dealing.chunk = one_of(std::array<std::int64_t, 3>{1, 3, 8});
  config.dealing.idle_ranks = one_of(std::array{0, 0, 0, 1});
  config.dealing.prefetch = one_of(std::array{false, true});
  config.dealing.assignment = one_of(std::array{Assignment::cyclic, Assignment::block, Assignment::interleaved});
  config.dealing.seed = one_of(std::array<std::uint64_t, 3>{1, 2, 3});
  config.order.order = one_of(order_table());
  config.order.seed = seed;
  config.progress.strategy = one_of(progress_table());
  config.integrals.source = one_of(std::array{"own", "own", "own", "emulated"});
  if (config.integrals.source->staged) config.integrals.device_path = one_of(std::array{"host", "staged", "pageable"});
  if (copies_blocks(config.integrals.effective_device_path().path))
    config.integrals.device_streams = one_of(std::array{1, 2, 3});
  config.threads.count = one_of(std::array{1, 1, 2, 3});
  config.threads.calls = one_of(thread_calls_table());
  config.seed = seed;
  return config;
}

// Whether the MPI and Global Arrays of this process support it. A program with OpenSHMEM tests nothing else.
bool can_be_made(const FockConfig& config) {
  const RuntimeOptions needs = runtime_needs(config);
  return (!needs.global_arrays || testing::runtime().has_global_arrays()) &&
         needs.openshmem == testing::runtime().has_openshmem() &&
         needs.thread_level <= testing::runtime().thread_level_provided() && needs.settings.empty();
}

std::string words_of(const FockConfig& c) {
  return fmt::format(
      "{} {} {} {} {} {} {} {} owners {} in flight {} {} {} {} chunk {} idle {} {} {} {} {} {} streams {} threads {} "
      "{}",
      c.counter.name(), c.blocks.matrix.name(), c.blocks.cache.name(), to_string(c.blocks.matrices.window.kind),
      to_string(c.blocks.matrices.storage), to_string(c.blocks.matrices.issue), to_string(c.blocks.matrices.completion),
      to_string(c.blocks.matrices.epoch), c.blocks.matrices.owners, c.blocks.in_flight, c.blocks.prefetch_blocks,
      c.blocks.node_reads, c.dealing.schedule.name(), c.dealing.chunk, c.dealing.idle_ranks, c.dealing.prefetch,
      c.order.order.name(), c.progress.strategy.name(), c.integrals.source.name(),
      c.integrals.effective_device_path().name, c.integrals.device_streams, c.threads.count, c.threads.calls.name());
}

// Calls build(config) for seeded samples until it has returned true so many times, for builds that count. Throws if too
// many cannot be made.
template <class Build>
void for_sampled(int wanted, double threshold, const char* sum, Build build) {
  int done = 0;
  for (std::uint64_t seed = 0; done < wanted; ++seed) {
    if (seed > 1000 + 100 * static_cast<std::uint64_t>(wanted))
      throw ComputationError(fmt::format("{} of {} configurations could be made", done, wanted));
    testing::watchdog().beat();
    try {
      const FockConfig config = sampled(hash_append(world().size(), seed), threshold, sum);
      SCOPED_TRACE(words_of(config));
      if (can_be_made(config) && build(config)) ++done;
    } catch (const AgreedUsageError&) {  // these cannot be combined, or not with this MPI
    }
  }
}

struct Case {
  const char* name;
  const char* molecule;
  const char* basis;
  int spins;
  const char* grain;
  double threshold;
  const char* sum;
  int configurations, where_waiting_is_slow;

  int wanted() const {  // collective
    if (const char* all = std::getenv("FOCKPROXY_CONFIGURATIONS")) return std::atoi(all);
    return testing::waiting_is_slow() ? where_waiting_is_slow : configurations;
  }
};

class ExactConfigurations : public ::testing::TestWithParam<Case> {};

// Every rank computes the expected result itself, and so do runs on other numbers of ranks. So a build with these bits
// has the bits of all other builds. exact_everywhere.py nevertheless compares the hashes of the runs.
TEST_P(ExactConfigurations, GiveTheBitsOfTheOracle) {
  const Case& c = GetParam();
  const testing::FixedSystem system(c.molecule, c.basis, c.spins, 1e-3 * c.threshold);
  const testing::Oracle oracle(system, c.grain, c.threshold, c.sum);
  EXPECT_EQ(oracle.words, std::string_view(c.sum) == "exact" ? 1 : 2);
  EXPECT_LE(oracle.largest_size, oracle.bound);
  EXPECT_LE(oracle.most, most_contributions(system.fock_system(c.grain).partition.blocks()));
  const int wanted = c.wanted();
  std::set<std::uint64_t> hashes;
  for_sampled(wanted, c.threshold, c.sum, [&](const FockConfig& config) {
    const FockBuild build = testing::verified(finished(system, c.grain, config));
    const SpinMatrices g = whole(build.g);
    for (int spin = 0; spin < c.spins; ++spin) EXPECT_TRUE(g[spin] == oracle.g[spin]) << "of spin " << spin;
    return hashes.insert(build.hash), true;
  });
  ASSERT_EQ(hashes.size(), 1u);
  if (world().is_root()) fmt::print("{}: {} configurations, one hash {:016x}\n", c.name, wanted, *hashes.begin());
}

INSTANTIATE_TEST_SUITE_P(Systems, ExactConfigurations,
                         ::testing::Values(Case{"water", "water", "sto-3g", 1, "atom", 1e-10, "exact", 60, 12},
                                           Case{"water_by_shells", "water", "3-21g", 1, "shell", 1e-12, "exact", 10, 2},
                                           Case{"water_wide", "water", "sto-3g", 1, "atom", 1e-10, "exact-wide", 20, 4},
                                           Case{"o2_uhf", "o2", "6-31g", 2, "shell", 1e-10, "exact", 20, 4},
                                           Case{"o2_uhf_wide", "o2", "sto-3g", 2, "atom", 1e-10, "exact-wide", 20, 4},
                                           Case{"benzene", "benzene", "sto-3g", 1, "15", 1e-10, "exact", 10, 2},
                                           Case{"decane", "decane", "sto-3g", 1, "25", 1e-8, "exact", 5, 1}),
                         [](const auto& info) { return std::string(info.param.name); });

// The control: with sums of doubles, the same configurations give many results.
TEST(ExactConfigurations, AreNotWhatDoublesGive) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  std::set<std::uint64_t> in_doubles, in_integers;
  for_sampled(12, 1e-10, "exact", [&](FockConfig config) {
    in_integers.insert(testing::verified(finished(system, "atom", config)).hash);
    config.blocks.sum = "double";
    in_doubles.insert(testing::verified(finished(system, "atom", config)).hash);
    return true;
  });
  EXPECT_EQ(in_integers.size(), 1u);
  EXPECT_GE(in_doubles.size(), 4u);
}

// The contribution of one task to its KL block is added as a double to the earlier contributions of the thread's tasks
// there, as if it were not an integer. So its contribution depends on the tasks before it.
class OneInDouble final : public Digestor {
 public:
  OneInDouble(std::unique_ptr<Digestor> digestor, const BlockLayout& layout, const Task& victim)
      : digestor_(std::move(digestor)), layout_(layout), victim_(victim) {}

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override {
    const Counts counts = digestor_->digest(task, screen, blocks, progress);
    const auto [row, column] = block_pairs(task)[kl];
    if (block_pairs(victim_)[kl] != std::array{row, column}) return counts;
    before_.resize(static_cast<std::size_t>(layout_.elements(row, column)));
    for (std::size_t e = 0; e < before_.size(); ++e) {
      double& contribution = blocks.fock[kl][e];
      const double sum = before_[e] + contribution;
      if (task == victim_) contribution = sum - before_[e];
      before_[e] = sum;
    }
    return counts;
  }

 private:
  std::unique_ptr<Digestor> digestor_;
  BlockLayout layout_;
  Task victim_;
  std::vector<double> before_;
};

TEST(ExactConfigurations, AreManyWithOneContributionInDouble) {
  const testing::FixedSystem system("water", "3-21g", 1);
  const BlockLayout layout = system.fock_system("atom").layout();
  const Task victim{2, 1, 0, 0};  // KL is oxygen's own block, to which six tasks contribute
  std::set<std::uint64_t> with_it, without;
  for_sampled(24, 1e-10, "exact", [&](const FockConfig& config) {
    if (config.integrals.source.name() != "own") return false;
    with_it.insert(testing::verified(finished(system, "atom", config, [&](BuildBackends& backends) {
                     backends.digestor = [&](std::unique_ptr<Digestor> digestor) {
                       return std::make_unique<OneInDouble>(std::move(digestor), layout, victim);
                     };
                   })).hash);
    if (without.size() < 2) without.insert(testing::verified(finished(system, "atom", config)).hash);
    return true;
  });
  EXPECT_EQ(without.size(), 1u);
  EXPECT_GE(with_it.size(), 4u);
  if (world().is_root()) fmt::print("with one contribution in double: {} hashes in 24 builds\n", with_it.size());
}

}  // namespace
}  // namespace fockproxy
