// --sum exact: no overflow, rounding errors only as promised, and checks of transport that miss no bit.
// exact_configurations_test.cpp compares the bits of all configurations.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "contracts/faulty_digestor.hpp"
#include "contracts/faulty_matrices.hpp"
#include "counters/static_distributor.hpp"
#include "exact_builds.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::exact;
using testing::finished;
using testing::world;

// A system for sums of one or two words. With two, the Coulomb part, on which the promise depends, is nothing, and the
// exchange is large.
struct ExactSystem : testing::FixedSystem {
  explicit ExactSystem(int words) : FixedSystem("water", words == 1 ? "sto-3g" : "3-21g", 2) {
    if (words == 1) return;
    density[0] *= 6e3;
    density[1] = -density[0];
  }
};

std::vector<std::string> matrices() {
  if (testing::runtime().has_openshmem()) return {"shmem"};
  std::vector<std::string> names{"rma"};
  if (testing::runtime().has_global_arrays()) names.emplace_back("ga");
  return names;
}

TEST(ExactSums, OfTwoWordsGiveTheBitsOfTheOracleToo) {
  const ExactSystem system(2);
  const testing::Oracle oracle(system, "shell", 0);
  ASSERT_EQ(oracle.words, 2);
  const SpinMatrices reference = system.reference();
  EXPECT_LE(oracle.largest_size, oracle.bound);
  for (const std::string& matrix : matrices())
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

// A build with two words between two with one; each has its own matrix.
TEST(ExactSums, MayTakeOneWordAfterTwo) {
  const testing::FixedSystem small("water", "3-21g", 2);
  const ExactSystem large(2);
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
  for (const double threshold : {0.0, 1e-12, 1e-10, 1e-7})
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

// Six communications per task, and no more bytes than with doubles.
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

// Where the last bit of one element is lost.
enum class Way { update, panel, read };

// Changes the last bit of one element of the k-th update, of the k-th block that is read, or of this rank's panel of
// the sum.
class LastBit final : public ForwardingMatrix {
 public:
  LastBit(std::unique_ptr<DistributedMatrix> matrix, Way way, std::int64_t k, std::int64_t element)
      : ForwardingMatrix(std::move(matrix)), way_(way), k_(k), element_(element) {}

  void accumulate(std::span<const BlockUpdate> updates) override {
    for (const BlockUpdate& update : updates) {
      if (way_ != Way::update || k_-- != 0) {
        ForwardingMatrix::accumulate(std::span(&update, 1));
        continue;
      }
      const auto* from = static_cast<const std::uint64_t*>(update.buffer);
      std::vector<std::uint64_t> spoilt(from, from + layout().elements(update.row, update.column));
      spoil(spoilt);
      const BlockUpdate wrong{update.row, update.column, spoilt.data()};
      ForwardingMatrix::accumulate(std::span(&wrong, 1));
    }
  }

  void get(std::span<const BlockRead> reads) override {
    ForwardingMatrix::get(reads);
    for (const BlockRead& read : reads)
      if (way_ == Way::read && k_-- == 0)
        spoil(std::span(reinterpret_cast<std::uint64_t*>(read.buffer),
                        static_cast<std::size_t>(layout().elements(read.row, read.column))));
  }

  void read_panel(void* to) override {
    ForwardingMatrix::read_panel(to);
    const Ownership::Area area = ownership().area(layout(), world().rank());
    const auto elements = static_cast<std::size_t>(area.rows) * static_cast<std::size_t>(area.columns);
    if (way_ == Way::panel && elements > 0) spoil(std::span(static_cast<std::uint64_t*>(to), elements));
  }

 private:
  // Every rank adds 1: with ^= 1 two ranks could cancel.
  void spoil(std::span<std::uint64_t> words) const { words[static_cast<std::size_t>(element_) % words.size()] += 1; }

  Way way_;
  std::int64_t k_, element_;
};

void expect_caught(const FinishedBuild& build, std::string_view check) {
  EXPECT_FALSE(build.verified());
  const auto& checks = build.verification().checks();
  const auto found = std::ranges::find(checks, check, &Check::name);
  ASSERT_NE(found, checks.end());
  EXPECT_FALSE(found->passed()) << found->detail;
  EXPECT_EQ(found->allowed, 0.0);
}

void deal_out_evenly(BuildBackends& backends, const FockConfig& config) {
  backends.distributor =
      std::make_unique<StaticDistributor>(world().rank(), world().size(), FixedSchedule(config.dealing.chunk));
}

// Calls f(system, grain, config) for both numbers of words, both matrices and every cache; with one word also for
// several tasks in flight.
template <class F>
void for_transports(F f) {
  for (const int words : {1, 2}) {
    const ExactSystem system(words);
    const std::string grain = words == 1 ? "atom" : "shell";
    for (const std::string& matrix : matrices())
      for (const char* cache : {"ijk", "none", "merged", "replicated"})
        for (const int in_flight : words == 1 ? std::vector{1, 2, 8} : std::vector{1}) {
          SCOPED_TRACE(fmt::format("{} words {} {}, {} in flight", words, matrix, cache, in_flight));
          FockConfig config = exact(0);
          config.dealing.chunk = in_flight;
          config.blocks.matrix = matrix;
          config.blocks.cache = cache;
          config.blocks.in_flight = in_flight;
          testing::watchdog().beat();
          f(system, grain, config);
        }
  }
}

// For any number of words.
void spoil_fock(BuildBackends& backends, const FockConfig& config,
                const std::function<std::unique_ptr<DistributedMatrix>(std::unique_ptr<DistributedMatrix>)>& spoilt) {
  deal_out_evenly(backends, config);
  backends.fock = spoilt(std::move(backends.fock));
  backends.make_fock = [make = backends.make_fock, spoilt](int words) { return spoilt(make(words)); };
}

TEST(ExactSums, MissNoLastBit) {
  for_transports([](const testing::FixedSystem& system, const std::string& grain, const FockConfig& config) {
    // Each rank has at least a few updates.
    for (const Way way : {Way::update, Way::panel})
      for (std::int64_t k = 0; k < (testing::waiting_is_slow() ? 1 : 8); ++k) {
        SCOPED_TRACE(fmt::format("{} {}", way == Way::update ? "update" : "panel", k));
        expect_caught(finished(system, grain, config,
                               [&](BuildBackends& b) {
                                 spoil_fock(b, config, [&](std::unique_ptr<DistributedMatrix> fock) {
                                   return std::make_unique<LastBit>(std::move(fock), way, k % 4, 5 * k);
                                 });
                               }),
                      "checksum of F");
      }
  });
}

TEST(ExactSums, MissNoLastBitOfTheDensity) {
  for_transports([](const testing::FixedSystem& system, const std::string& grain, const FockConfig& config) {
    for (std::int64_t k = 0; k < (testing::waiting_is_slow() ? 1 : 4); ++k)
      expect_caught(finished(system, grain, config,
                             [&](BuildBackends& b) {
                               deal_out_evenly(b, config);
                               b.density = std::make_unique<LastBit>(std::move(b.density), Way::read, k % 2, 3 * k);
                             }),
                    "fetched blocks of D");
  });
}

TEST(ExactSums, MissNoLostDoubledOrMisplacedUpdate) {
  using contracts::FaultyMatrix, contracts::MatrixFault;
  for_transports([](const testing::FixedSystem& system, const std::string& grain, const FockConfig& config) {
    for (const MatrixFault fault : {MatrixFault::lose, MatrixFault::repeat, MatrixFault::misplace})
      for (const int k : testing::waiting_is_slow() ? std::vector{1} : std::vector{0, 1, 2, 3})
        expect_caught(finished(system, grain, config,
                               [&](BuildBackends& b) {
                                 spoil_fock(b, config, [&](std::unique_ptr<DistributedMatrix> fock) {
                                   return std::make_unique<FaultyMatrix>(std::move(fock), fault, k);
                                 });
                               }),
                      "checksum of F");
  });
}

// A contribution above all bounds must not become a number.
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
    for (const char* cache : {"ijk", "none", "merged", "replicated"})
      for (const int in_flight : {1, 8}) {
        FockConfig config = exact(0);
        config.dealing.chunk = in_flight;
        config.blocks.cache = cache;
        config.blocks.in_flight = in_flight;
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
  for (const int in_flight : {1, 2, 8}) {
    SCOPED_TRACE(fmt::format("{} in flight", in_flight));
    FockConfig config = exact(0);
    config.dealing.chunk = in_flight;
    config.blocks.in_flight = in_flight;
    EXPECT_FALSE(finished(system, "atom", config, spoil).verified());
  }
}

}  // namespace
}  // namespace fockproxy
