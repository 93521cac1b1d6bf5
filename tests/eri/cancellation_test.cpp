// The cancellation in contractions: none for single primitives, much for the core of Zn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "chem/data_directory.hpp"
#include "eri/cancellation.hpp"
#include "eri/quartet_engine.hpp"
#include "eri/simd_path.hpp"

namespace fockproxy::eri {
namespace {

struct Pairs {
  PairTable table;
  QuartetEngine engine;

  explicit Pairs(const std::string& molecule, const std::string& set)
      : table(BasisSet(read_xyz(find_molecule(molecule), 0, 0), find_basis(set, find_data_directory()), false), 0),
        engine(table, *simd_paths()[0].kernels) {}

  double schwarz(int a, int b) {
    std::vector<double> columns(static_cast<std::size_t>(table.shells()[a].columns * table.shells()[b].columns));
    engine.largest_self_repulsion(a, b, columns.data());
    return std::sqrt(*std::ranges::max_element(columns));
  }
  double of_primitives(const ShellPair& pair) const {
    return sum_of_primitives(table.classes()[pair.pair_class], table.data(pair), pair.primitives, pair.a == pair.b);
  }
};

TEST(Cancellation, OneByItselfIsItsOwnBound) {
  Pairs pairs("water2", "cc-pvqz");
  int seen = 0;
  for (int a = 0; a < static_cast<int>(pairs.table.shells().size()); ++a)
    for (int b = 0; b <= a; ++b) {
      const ShellPair* pair = pairs.table.find(a, b);
      const double bound = pairs.schwarz(a, b);
      if (!pair || pair->primitives != 1 || bound < 1e-12) continue;
      EXPECT_NEAR(pairs.of_primitives(*pair) / bound, 1, 1e-8) << a << ' ' << b;
      EXPECT_TRUE(cancels_little(pair->of_primitives, bound));
      ++seen;
    }
  EXPECT_GT(seen, 100);
}

TEST(Cancellation, TheSumOfPrimitivesIsNoSmallerThanWhatIsLeftOfIt) {
  int much = 0;
  Pairs pairs("zn", "cc-pvtz");
  for (int a = 0; a < static_cast<int>(pairs.table.shells().size()); ++a)
    for (int b = 0; b <= a; ++b) {
      const ShellPair* pair = pairs.table.find(a, b);
      const double bound = pairs.schwarz(a, b);
      if (!pair || pair->primitives == 1) continue;
      EXPECT_GE(pair->of_primitives, bound * (1 - 1e-10)) << a << ' ' << b;
      much += !cancels_little(pair->of_primitives, bound);
    }
  EXPECT_GT(much, 0);
}

}  // namespace
}  // namespace fockproxy::eri
