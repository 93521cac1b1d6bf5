#include "digestion/integral_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>

#include "blocks/block_checksums.hpp"
#include "chem/data_directory.hpp"
#include "eri/generalized_shell.hpp"
#include "fock/fixed_system.hpp"
#include "fock/packed.hpp"
#include "support/kernel_paths.hpp"
#include "tasks/task_space.hpp"
#include "tasks/whole_screen.hpp"

namespace fockproxy {
namespace {

struct Idle : ProgressStrategy {
  void start() override {}
  void stop() override {}
  std::int64_t poll() override {
    ++polls;
    return 1;
  }
  Idle() { region_.countdown = 1; }
  std::int64_t polls = 0;
};

struct Digested {
  SpinMatrices g;
  std::int64_t quartets = 0;
  std::vector<std::int64_t> of_tasks;
};

// The blocks of a task, copied from a whole matrix; F is zero.
struct OwnBlocks {
  OwnBlocks(const BlockLayout& layout, const Matrix& packed, const Task& task) {
    const auto pairs = block_pairs(task);
    for (int role = 0; role < block_roles; ++role) {
      d[role] = testing::block_of(layout, packed, pairs[role][0], pairs[role][1]);
      f[role] = Matrix::Zero(d[role].rows(), d[role].cols());
    }
  }
  std::array<Matrix, block_roles> d, f;
};

// How tasks reach the digestor: up to so many of a row (I,J,K) at a time. They share the blocks IJ, IK and JK of F, or
// each has its own.
struct Batches {
  int most = 1;
  bool common = false;
};

// Digests all tasks of a grain on one thread, with blocks copied from and added to whole matrices.
Digested digest_all(const testing::FixedSystem& system, const char* grain, double threshold,
                    const IntegralSource& source, const Batches& batches = {}, double single_below = 0) {
  const FockSystem fock_system = system.fock_system(grain);
  const BlockPartition& partition = fock_system.partition;
  const BlockLayout layout = fock_system.layout();
  const WholeScreen screen(system.basis, partition, system.schwarz, {system.basis, system.density}, threshold,
                           single_below);
  const Matrix packed = testing::pack_spins(layout, system.density);
  Matrix fock = Matrix::Zero(packed.rows(), packed.cols());
  Watchdog watchdog(0, 0);
  const auto digestor = make_digestor(source, fock_system, watchdog);
  Idle idle;
  Digested result;
  const TaskRows rows(partition.blocks());
  std::vector<TaskInFlight> batch;
  std::deque<OwnBlocks> own;
  const auto digest = [&] {
    for (std::size_t t = 0; t < batch.size(); ++t)
      for (int role = 0; role < block_roles; ++role) {
        const bool common = batches.common && (role == ij || role == ik || role == jk);
        batch[t].blocks.density[role] = own[t].d[role].data();
        batch[t].blocks.fock[role] = own[common ? 0 : t].f[role].data();
      }
    digestor->digest_batch(batch, screen, idle);
    for (std::size_t t = 0; t < batch.size(); ++t) {
      result.quartets += batch[t].counts.quartets;
      result.of_tasks.push_back(batch[t].counts.quartets);
      for (int role = 0; role < block_roles; ++role) {
        const auto [row, column] = block_pairs(batch[t].task)[role];
        const Matrix& f = own[t].f[role];
        fock.block(layout.first_row(row), layout.first_column(column), f.rows(), f.cols()) += f;
      }
    }
    batch.clear();
    own.clear();
  };
  for (std::int64_t r = 0; r < rows.rows(); ++r) {
    for (int l = 0; l < rows.row(r).tasks(); ++l) {
      const Task task{rows.row(r).i, rows.row(r).j, rows.row(r).k, l};
      if (!screen.keeps(task)) continue;
      batch.push_back({.task = task});
      own.emplace_back(layout, packed, task);
      if (std::ssize(batch) == batches.most) digest();
    }
    if (!batch.empty()) digest();
  }
  // The kernels give the progress strategy a turn after a batch of quartets, Libint's digestor after each quartet.
  if (source.kernels) {
    int columns = 0;
    for (const auto& shell : eri::generalized_shells(system.basis)) columns = std::max(columns, shell.columns);
    const int quartets = std::max(64, columns * columns * columns * columns);  // quartets of generalized shells
    EXPECT_GE(idle.polls, result.quartets / (quartets * source.kernels->lanes));
  } else {
    EXPECT_EQ(idle.polls, result.quartets);
  }
  result.g = testing::unpack_spins(layout, fock);
  for (Matrix& g : result.g) g = (0.5 * (g + g.transpose())).eval();
  return result;
}

// The last parameter is the index in testing::kernel_paths(), or -1 for Libint's digestor.
class Digestion : public ::testing::TestWithParam<std::tuple<const char*, int, bool, int>> {};

IntegralSource source_of(int path) { return {path < 0 ? nullptr : testing::kernel_paths()[path].kernels}; }

bool is_available(int path) { return path < 0 || testing::kernel_paths()[path].kernels; }

TEST_P(Digestion, EqualsTheReferenceAtThresholdZero) {
  const auto [grain, spins, cartesian, path] = GetParam();
  if (!is_available(path)) GTEST_SKIP() << "this processor has no " << testing::kernel_paths()[path].name;
  const testing::FixedSystem system("water", cartesian ? "6-31g*" : "cc-pvdz", spins, 0, cartesian);
  const Digested result = digest_all(system, grain, 0, source_of(path));
  EXPECT_LE(testing::largest_difference(result.g, system.reference()), 1e-11);
  const std::int64_t pairs = std::int64_t{system.basis.shells()} * (system.basis.shells() + 1) / 2;
  EXPECT_EQ(result.quartets, pairs * (pairs + 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(GrainsSpinsFunctionsPaths, Digestion,
                         ::testing::Combine(::testing::Values("shell", "atom", "15", "1000"), ::testing::Values(1, 2),
                                            ::testing::Bool(), ::testing::Values(-1, 0, 1, 2, testing::team_path)));

class GeneralContractions : public ::testing::TestWithParam<std::tuple<const char*, int, int>> {};

TEST_P(GeneralContractions, EqualTheReferenceAtThresholdZero) {
  const auto [grain, spins, path] = GetParam();
  if (!is_available(path)) GTEST_SKIP() << "this processor has no " << testing::kernel_paths()[path].name;
  const std::string basis = (find_data_directory() / "tests/data/general.g94").string();
  // Libint needs half a minute for the reference of OH with two spins. H2 has the same code in a second.
  const testing::FixedSystem system(spins == 1 ? "oh" : "h2", basis, spins, 0);
  static std::map<int, SpinMatrices> references;  // by spins; computed once, because they take most of the time
  if (!references.contains(spins)) references[spins] = system.reference();
  const Digested result = digest_all(system, grain, 0, source_of(path));
  EXPECT_LE(testing::largest_difference(result.g, references[spins]), 1e-11);
  const std::int64_t pairs = std::int64_t{system.basis.shells()} * (system.basis.shells() + 1) / 2;
  EXPECT_EQ(result.quartets, pairs * (pairs + 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(GrainsSpinsPaths, GeneralContractions,
                         ::testing::Combine(::testing::Values("atom", "1000"), ::testing::Values(1, 2),
                                            ::testing::Values(0, 1, 2, testing::team_path)));

// Each task of a batch gives the same result as alone, although the lanes of a vector belong to several tasks.
TEST(Digestion, OfABatchIsThatOfItsTasks) {
  for (const int spins : {1, 2}) {
    const testing::FixedSystem system("water2", "cc-pvdz", spins, 0);
    const SpinMatrices reference = system.reference();
    for (int path = -1; path <= testing::team_path; ++path) {
      if (!is_available(path)) continue;  // the tests above report it
      for (const char* grain : {"shell", "atom"}) {
        const Digested alone = digest_all(system, grain, 1e-6, source_of(path));
        for (const Batches& batches : {Batches{2, true}, Batches{5, false}, Batches{1000, true}}) {
          const Digested all = digest_all(system, grain, 0, source_of(path), batches);
          EXPECT_LE(testing::largest_difference(all.g, reference), 1e-11)
              << grain << " " << path << " " << batches.most;
          EXPECT_EQ(digest_all(system, grain, 1e-6, source_of(path), batches).of_tasks, alone.of_tasks);
        }
      }
    }
  }
}

// Quartets with small bounds may be computed in single precision: the same ones, with a difference that is small beside
// what screening drops, and that can be seen. In small blocks the lanes may be too few for single precision.
TEST(Digestion, OfMixedPrecisionIsWithinTheThreshold) {
  constexpr double threshold = 1e-8;
  const testing::FixedSystem system("water2", "cc-pvdz", 1, 0);
  for (int path = 0; path <= testing::team_path; ++path) {
    if (!is_available(path)) continue;  // the tests above report it
    for (const char* grain : {"atom", "1000"}) {
      const Digested full = digest_all(system, grain, threshold, source_of(path));
      const Digested mixed =
          digest_all(system, grain, threshold, source_of(path), {}, single_precision_limit(threshold));
      EXPECT_EQ(mixed.of_tasks, full.of_tasks);
      const double difference = testing::largest_difference(mixed.g, full.g);
      EXPECT_LE(difference, threshold) << grain << " " << path;
      if (std::string(grain) == "1000") EXPECT_GT(difference, 1e-13) << "no quartet in single precision: " << path;
    }
  }
}

TEST(Digestion, ComputesTheSameQuartetsAtEveryGrainFromEverySource) {
  const testing::FixedSystem system("water2", "cc-pvdz", 1, 0);
  for (const double threshold : {1e-12, 1e-6, 1e-3}) {
    const std::int64_t quartets = digest_all(system, "shell", threshold, {}).quartets;
    EXPECT_GT(quartets, 0);
    for (int path = -1; path <= testing::team_path; ++path) {
      if (!is_available(path)) continue;  // the tests above report it
      for (const char* grain : {"shell", "atom", "20", "1000"})
        EXPECT_EQ(digest_all(system, grain, threshold, source_of(path)).quartets, quartets)
            << grain << " " << threshold << " " << path;
    }
  }
}

}  // namespace
}  // namespace fockproxy
