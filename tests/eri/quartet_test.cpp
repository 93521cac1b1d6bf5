// The kernels of every instruction set, and those for GPUs on a CPU, compared with Libint, for all classes of quartets
// from s to g.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "chem/data_directory.hpp"
#include "eri/quartet_engine.hpp"
#include "eri/simd_path.hpp"
#include "integrals/libint_session.hpp"
#include "integrals/repulsion_engine.hpp"
#include "support/kernel_paths.hpp"
#include "support/random.hpp"

namespace fockproxy {
namespace {

BasisSet load(const char* molecule, const char* basis, bool cartesian = false) {
  const auto data = find_data_directory();
  const std::string made_here = (data / "tests/data" / basis).string();
  const bool is_file = std::string_view(basis).ends_with(".g94");
  return BasisSet(read_xyz(find_molecule(molecule), 0, 0), find_basis(is_file ? made_here : basis, data), cartesian);
}

// The largest deviation from Libint in one quartet of generalized shells, and its largest absolute integral.
struct Deviation {
  double error = 0, size = 0;
};

Deviation compare(const std::array<const eri::GeneralizedShell*, 4>& shells, const double* own,
                  RepulsionEngine& libint) {
  Deviation deviation;
  const auto& [a, b, c, d] = shells;
  for (int ka = 0; ka < a->columns; ++ka)
    for (int kb = 0; kb < b->columns; ++kb)
      for (int kc = 0; kc < c->columns; ++kc)
        for (int kd = 0; kd < d->columns; ++kd) {
          const double* expected =
              libint.compute(a->first_shell + ka, b->first_shell + kb, c->first_shell + kc, d->first_shell + kd);
          for (int i = 0, n = 0; i < a->components; ++i)
            for (int j = 0; j < b->components; ++j)
              for (int k = 0; k < c->components; ++k)
                for (int l = 0; l < d->components; ++l, ++n) {
                  const int row = (ka * a->components + i) * b->functions() + kb * b->components + j;
                  const int column = (kc * c->components + k) * d->functions() + kd * d->components + l;
                  const int at = row * c->functions() * d->functions() + column;
                  const double e = expected ? expected[n] : 0, f = own ? own[at] : 0;
                  deviation.size = std::max(deviation.size, std::abs(e));
                  const double difference = std::abs(e - f);
                  deviation.error = difference <= deviation.error ? deviation.error : difference;  // a NaN stays
                }
        }
  return deviation;
}

struct Case {
  const char* molecule;
  const char* basis;
  bool cartesian;
  int one_in;  // one in so many quartets is compared, and the first of every class
};

class Quartets : public ::testing::TestWithParam<std::tuple<Case, int>> {};

TEST_P(Quartets, AreLibints) {
  const auto& [c, path] = GetParam();
  const auto [name, kernels] = testing::kernel_paths()[path];
  if (!kernels) GTEST_SKIP() << "this processor has no " << name;
  const LibintSession session;
  const BasisSet basis = load(c.molecule, c.basis, c.cartesian);
  const ShellPairs pairs(basis, 0);
  RepulsionEngine libint(pairs);
  eri::QuartetEngine engine(pairs.kernel_pairs(), *kernels);
  const auto& shells = pairs.kernel_pairs().shells();
  const int n = static_cast<int>(shells.size());
  std::set<std::array<int, 4>> seen;  // angular momenta
  std::uint64_t random = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l) {
          random = hash64(random);
          const bool first = seen.insert({shells[i].angular_momentum, shells[j].angular_momentum,
                                          shells[k].angular_momentum, shells[l].angular_momentum})
                                 .second;
          if (!first && random % c.one_in != 0) continue;
          const double* own = engine.compute(i, j, k, l);
          const Deviation d = compare({&shells[i], &shells[j], &shells[k], &shells[l]}, own, libint);
          ASSERT_LE(d.error, 1e-13 * std::max(1.0, d.size)) << i << " " << j << " " << k << " " << l;
        }
}

// General contractions (O, Br, and every primitive in every contraction), mixed contraction depths, same-centre pairs,
// distant pairs, f and g, Cartesian and spherical.
INSTANTIATE_TEST_SUITE_P(
    ClassesAndPaths, Quartets,
    ::testing::Combine(::testing::Values(Case{"water", "cc-pvdz", false, 10}, Case{"water2", "cc-pvdz", false, 3000},
                                         Case{"water2", "6-31g_st_", true, 1000}, Case{"hf", "cc-pvqz", false, 3000},
                                         Case{"hf", "cc-pvtz", true, 2000}, Case{"hbr", "cc-pvdz", true, 300},
                                         Case{"water2", "general.g94", false, 3000},
                                         Case{"water", "general.g94", true, 200},
                                         Case{"decane", "sto-3g", false, 1000000}),
                       ::testing::Values(0, 1, 2, testing::team_path)));

TEST(Quartets, NeglectLessThanTheirPrecision) {
  const LibintSession session;
  for (const char* name : {"water2", "znh2"}) {
    const BasisSet basis = load(name, "cc-pvdz");
    const ShellPairs pairs(basis, 0);
    RepulsionEngine libint(pairs);
    for (const double precision : {1e-4, 1e-7, 1e-10}) {
      const eri::PairTable table(basis, precision);
      eri::QuartetEngine engine(table, *eri::simd_paths()[eri::find_simd_path("auto")].kernels);
      const int n = static_cast<int>(table.shells().size());
      double largest = 0;
      std::uint64_t random = 2;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
          for (int k = 0; k <= i; ++k)
            for (int l = 0; l <= k; ++l) {
              random = hash64(random);
              if (random % 7 != 0) continue;
              const auto& s = table.shells();
              const double* own = engine.compute(i, j, k, l);
              largest = std::max(largest, compare({&s[i], &s[j], &s[k], &s[l]}, own, libint).error);
            }
      EXPECT_LT(largest, precision + 1e-12) << name << " " << precision;
      EXPECT_GT(largest, precision * 1e-4) << "neglects far less than it may: " << name << " " << precision;
    }
  }
}

}  // namespace
}  // namespace fockproxy
