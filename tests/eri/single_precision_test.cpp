// Integrals in single precision: their deviation from double precision, relative to their Schwarz bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "chem/data_directory.hpp"
#include "eri/cancellation.hpp"
#include "eri/quartet_engine.hpp"
#include "eri/simd_path.hpp"
#include "integrals/libint_session.hpp"
#include "support/kernel_paths.hpp"
#include "support/random.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {
namespace {

constexpr double negligible = 1e-16;  // no useful threshold is smaller

struct SingleCase {
  const char* molecule;
  const char* basis;
  int one_in;              // one in so many quartets is compared, and the first of every class
  double from_origin = 0;  // bohr, along every axis; the precision of float coordinates must not matter
};

class SinglePrecision : public ::testing::TestWithParam<std::tuple<SingleCase, int>> {};

TEST_P(SinglePrecision, IsCloserThanTheModelSays) {
  const auto& [c, path] = GetParam();
  const auto [name, kernels] = testing::kernel_paths()[path];
  if (!kernels) GTEST_SKIP() << "this processor has no " << name;
  const LibintSession session;
  Molecule molecule = read_xyz(find_molecule(c.molecule), 0, 0);
  for (Atom& atom : molecule.atoms)
    for (double& x : atom.position) x += c.from_origin;
  const BasisSet basis(molecule, find_basis(c.basis, find_data_directory()), false);
  const eri::PairTable table(basis, negligible);
  eri::QuartetEngine engine(table, *kernels);
  const auto& shells = table.shells();
  const int n = static_cast<int>(shells.size());
  // As in the program: for a pair, the largest over all its columns and components.
  std::vector<double> bounds(static_cast<std::size_t>(n) * n);
  const auto fits = [&](int i, int j) {
    const eri::ShellPair* pair = table.find(i, j);
    return pair && eri::cancels_little(pair->of_primitives, bounds[static_cast<std::size_t>(i) * n + j]);
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      std::vector<double> of_columns(static_cast<std::size_t>(shells[i].columns * shells[j].columns));
      engine.largest_self_repulsion(i, j, of_columns.data());
      bounds[static_cast<std::size_t>(i) * n + j] = std::sqrt(*std::ranges::max_element(of_columns));
    }
  std::set<std::array<int, 4>> seen;  // angular momenta
  std::vector<double> full;
  std::uint64_t random = 3;
  double worst = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k <= i; ++k)
        for (int l = 0; l <= k; ++l) {
          random = hash64(random);
          if (!fits(i, j) || !fits(k, l)) continue;
          const bool first = seen.insert({shells[i].angular_momentum, shells[j].angular_momentum,
                                          shells[k].angular_momentum, shells[l].angular_momentum})
                                 .second;
          if (!first && random % c.one_in != 0) continue;
          const int size =
              shells[i].functions() * shells[j].functions() * shells[k].functions() * shells[l].functions();
          engine.set_single(false);
          const double* exact = engine.compute(i, j, k, l);
          if (exact == nullptr) continue;
          full.assign(exact, exact + size);
          engine.set_single(true);
          const double* single = engine.compute(i, j, k, l);
          ASSERT_NE(single, nullptr);
          const double bound =
              bounds[static_cast<std::size_t>(i) * n + j] * bounds[static_cast<std::size_t>(k) * n + l];
          if (bound < negligible) continue;
          for (int m = 0; m < size; ++m) {
            ASSERT_TRUE(std::isfinite(single[m]));
            worst = std::max(worst, std::abs(single[m] - full[m]) / bound);
          }
        }
  EXPECT_LT(worst, single_rounding);
  EXPECT_GT(worst, 1e-8) << "more than single precision can do";
}

// Deep and general contractions, steep and diffuse functions, f and g, atoms far from each other.
INSTANTIATE_TEST_SUITE_P(
    ClassesAndPaths, SinglePrecision,
    ::testing::Combine(::testing::Values(SingleCase{"water2", "cc-pvdz", 30},
                                         SingleCase{"water2", "cc-pvdz", 30, 1234.5678},
                                         SingleCase{"water2", "aug-cc-pvdz", 3000}, SingleCase{"hf", "cc-pvqz", 50},
                                         SingleCase{"br2", "cc-pvtz", 200}, SingleCase{"zn", "cc-pvtz", 1},
                                         SingleCase{"kr", "cc-pvtz", 1}, SingleCase{"zn", "sto-3g", 1},
                                         SingleCase{"nah", "6-31g**", 1}, SingleCase{"ticl4", "cc-pvdz", 30000},
                                         SingleCase{"tetracontane", "sto-3g", 20000000},
                                         SingleCase{"decane", "cc-pvdz", 1000000}),
                       ::testing::Values(0, 1, 2, testing::team_path)));

}  // namespace
}  // namespace fockproxy
