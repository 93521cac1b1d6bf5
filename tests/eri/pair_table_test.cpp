#include "eri/pair_table.hpp"

#include <gtest/gtest.h>

#include "chem/data_directory.hpp"

namespace fockproxy::eri {
namespace {

BasisSet load(const char* molecule, const char* basis) {
  return BasisSet(read_xyz(find_molecule(molecule), 0, 0), find_basis(basis, find_data_directory()), false);
}

TEST(GeneralizedShells, ShareExponentsAndKeepTheOrderOfFunctions) {
  const BasisSet basis = load("water", "cc-pvdz");
  const auto shells = generalized_shells(basis);
  ASSERT_EQ(basis.shells(), 12);
  ASSERT_EQ(shells.size(), 11u);  // oxygen's two contractions of eight s primitives are one
  EXPECT_EQ(shells[0].columns, 2);
  EXPECT_EQ(shells[0].functions(), 2);
  int functions = 0, columns = 0;
  for (const auto& shell : shells) {
    EXPECT_EQ(shell.first_function, functions);
    EXPECT_EQ(shell.first_shell, columns);
    functions += shell.functions();
    columns += shell.columns;
  }
  EXPECT_EQ(functions, basis.functions());
  EXPECT_EQ(columns, basis.shells());
}

TEST(HermiteIndex, NumbersEveryTripleOnce) {
  for (const int l : {0, 1, 4, 8}) {
    int expected = 0;
    for (int t = 0; t <= l; ++t)
      for (int u = 0; u <= l - t; ++u)
        for (int v = 0; v <= l - t - u; ++v) EXPECT_EQ(hermite_index(l, t, u, v), expected++);
    EXPECT_EQ(expected, hermite_count(l));
  }
}

TEST(PairTable, SortsBoundsAndKeepsLessAtALowerPrecision) {
  const BasisSet basis = load("water2", "cc-pvdz");
  const PairTable exact(basis, 0), screened(basis, 1e-6);
  EXPECT_LT(screened.bytes(), exact.bytes());
  for (const PairTable* table : {&exact, &screened})
    EXPECT_EQ(PairTable::size_of(basis, table->precision()).bytes, table->bytes());
  const int n = static_cast<int>(exact.shells().size());
  for (int a = 0; a < n; ++a)
    for (int b = 0; b <= a; ++b) {
      const ShellPair* pair = exact.find(b, a);
      ASSERT_EQ(pair, exact.find(a, b));
      if (!pair) continue;
      const auto& shells = exact.shells();
      EXPECT_GE(shells[pair->a].angular_momentum, shells[pair->b].angular_momentum);
      for (int i = 1; i < pair->primitives; ++i) EXPECT_GE(exact.bounds(*pair)[i - 1], exact.bounds(*pair)[i]);
      const ShellPair* fewer = screened.find(a, b);
      EXPECT_LE(fewer ? fewer->primitives : 0, pair->primitives);
    }
}

}  // namespace
}  // namespace fockproxy::eri
