#include "digestion/integral_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "blocks/block_checksums.hpp"
#include "chem/data_directory.hpp"
#include "eri/generalized_shell.hpp"
#include "eri/simd_path.hpp"
#include "fock/fixed_system.hpp"
#include "fock/packed.hpp"
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
};

// All tasks of a grain on one thread, with blocks copied from and added to whole matrices.
Digested digest_all(const testing::FixedSystem& system, const char* grain, double threshold,
                    const IntegralSource& source) {
  const FockSystem fock_system = system.fock_system(grain);
  const BlockPartition& partition = fock_system.partition;
  const BlockLayout layout = fock_system.layout();
  const WholeScreen screen(system.basis, partition, system.schwarz, {system.basis, system.density}, threshold);
  const Matrix packed = testing::pack_spins(layout, system.density);
  Matrix fock = Matrix::Zero(packed.rows(), packed.cols());
  Watchdog watchdog(0, 0);
  const auto digestor = make_digestor(source, fock_system, watchdog);
  Idle idle;
  Digested result;
  const TaskRows rows(partition.blocks());
  for (std::int64_t r = 0; r < rows.rows(); ++r)
    for (int l = 0; l < rows.row(r).tasks(); ++l) {
      const Task task{rows.row(r).i, rows.row(r).j, rows.row(r).k, l};
      if (!screen.keeps(task)) continue;
      const auto pairs = block_pairs(task);
      std::array<Matrix, block_roles> d, f;
      TaskBlocks blocks;
      for (int role = 0; role < block_roles; ++role) {
        const auto [row, column] = pairs[role];
        d[role] = testing::block_of(layout, packed, row, column);
        f[role] = Matrix::Zero(d[role].rows(), d[role].cols());
        blocks.density[role] = d[role].data();
        blocks.fock[role] = f[role].data();
      }
      result.quartets += digestor->digest(task, screen, blocks, idle).quartets;
      for (int role = 0; role < block_roles; ++role) {
        const auto [row, column] = pairs[role];
        fock.block(layout.first_row(row), layout.first_column(column), f[role].rows(), f[role].cols()) += f[role];
      }
    }
  // The kernels give the progress strategy a turn after a batch of quartets, Libint's digestor after each.
  if (source.kernels) {
    int columns = 0;
    for (const auto& shell : eri::generalized_shells(system.basis)) columns = std::max(columns, shell.columns);
    const int quartets = std::max(64, columns * columns * columns * columns);  // of generalized shells
    EXPECT_GE(idle.polls, result.quartets / (quartets * source.kernels->lanes));
  } else {
    EXPECT_EQ(idle.polls, result.quartets);
  }
  result.g = testing::unpack_spins(layout, fock);
  for (Matrix& g : result.g) g = (0.5 * (g + g.transpose())).eval();
  return result;
}

// Libint's digestor (-1), or a place in eri::simd_paths().
class Digestion : public ::testing::TestWithParam<std::tuple<const char*, int, bool, int>> {};

IntegralSource source_of(int path) { return {path < 0 ? nullptr : eri::simd_paths()[path].kernels}; }

bool is_available(int path) { return path < 0 || eri::simd_paths()[path].available(); }

TEST_P(Digestion, EqualsTheReferenceAtThresholdZero) {
  const auto [grain, spins, cartesian, path] = GetParam();
  if (!is_available(path)) GTEST_SKIP() << "this processor has no " << eri::simd_paths()[path].name;
  const testing::FixedSystem system("water", cartesian ? "6-31g*" : "cc-pvdz", spins, 0, cartesian);
  const Digested result = digest_all(system, grain, 0, source_of(path));
  EXPECT_LE(testing::largest_difference(result.g, system.reference()), 1e-11);
  const std::int64_t pairs = std::int64_t{system.basis.shells()} * (system.basis.shells() + 1) / 2;
  EXPECT_EQ(result.quartets, pairs * (pairs + 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(GrainsSpinsFunctionsPaths, Digestion,
                         ::testing::Combine(::testing::Values("shell", "atom", "15", "1000"), ::testing::Values(1, 2),
                                            ::testing::Bool(), ::testing::Values(-1, 0, 1, 2)));

class GeneralContractions : public ::testing::TestWithParam<std::tuple<const char*, int, int>> {};

TEST_P(GeneralContractions, EqualTheReferenceAtThresholdZero) {
  const auto [grain, spins, path] = GetParam();
  if (!is_available(path)) GTEST_SKIP() << "this processor has no " << eri::simd_paths()[path].name;
  const std::string basis = (find_data_directory() / "tests/data/general.g94").string();
  const testing::FixedSystem system("oh", basis, spins, 0);
  static std::map<int, SpinMatrices> references;  // by spins: they take most of the time
  if (!references.contains(spins)) references[spins] = system.reference();
  const Digested result = digest_all(system, grain, 0, source_of(path));
  EXPECT_LE(testing::largest_difference(result.g, references[spins]), 1e-11);
  const std::int64_t pairs = std::int64_t{system.basis.shells()} * (system.basis.shells() + 1) / 2;
  EXPECT_EQ(result.quartets, pairs * (pairs + 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(GrainsSpinsPaths, GeneralContractions,
                         ::testing::Combine(::testing::Values("atom", "1000"), ::testing::Values(1, 2),
                                            ::testing::Values(0, 1, 2)));

TEST(Digestion, ComputesTheSameQuartetsAtEveryGrainFromEverySource) {
  const testing::FixedSystem system("water2", "cc-pvdz", 1, 0);
  for (const double threshold : {1e-12, 1e-6, 1e-3}) {
    const std::int64_t quartets = digest_all(system, "shell", threshold, {}).quartets;
    EXPECT_GT(quartets, 0);
    for (int path = -1; path < static_cast<int>(eri::simd_paths().size()); ++path) {
      if (!is_available(path)) continue;  // said by the tests above
      for (const char* grain : {"shell", "atom", "20", "1000"})
        EXPECT_EQ(digest_all(system, grain, threshold, source_of(path)).quartets, quartets)
            << grain << " " << threshold << " " << path;
    }
  }
}

}  // namespace
}  // namespace fockproxy
