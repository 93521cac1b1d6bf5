#include "integrals/one_electron.hpp"

#include <gtest/gtest.h>

#include "integrals/stored_integrals.hpp"

namespace fockproxy {
namespace {

class OneElectron : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Stored, OneElectron, testing::ValuesIn(stored_names));

TEST_P(OneElectron, AgreesWithPySCF) {
  const StoredIntegrals stored(GetParam());
  EXPECT_LT(largest_difference(overlap(stored.basis), stored.matrix("overlap")), 1e-12);
  EXPECT_LT(largest_difference(kinetic(stored.basis), stored.matrix("kinetic")), 1e-11);
  EXPECT_LT(largest_difference(nuclear_attraction(stored.basis, stored.molecule), stored.matrix("nuclear")), 1e-11);
  const auto moments = dipole(stored.basis);
  for (int k = 0; k < 3; ++k) EXPECT_LT(largest_difference(moments[k], stored.square(stored.json["dipole"][k])), 1e-12);
}

// The lower triangle in panels of some shells, each divided among several ranks.
TEST(NuclearAttraction, PartsSumToTheWholeExactly) {
  const StoredIntegrals stored("water_cc-pvdz");
  const BasisSet& basis = stored.basis;
  auto integrals = OneElectronIntegrals::nuclear_attraction(basis, stored.molecule);
  const Matrix whole = nuclear_attraction(basis, stored.molecule);
  for (int first = 0; first < basis.shells(); first += 5) {
    const int last = std::min(first + 5, basis.shells());
    const int row = basis.shell(first).first_function;
    const int rows = basis.shell(last - 1).first_function + basis.shell(last - 1).functions() - row;
    Matrix sum = Matrix::Zero(rows, basis.functions());
    for (int part = 0; part < 3; ++part) {
      std::array panel{Matrix(Matrix::Zero(rows, basis.functions()))};
      integrals.rows(first, last, {part, 3}, panel);
      sum += panel[0];
    }
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j <= row + i; ++j) EXPECT_EQ(sum(i, j), whole(row + i, j));
  }
}

TEST(NuclearAttraction, LeavesOutPairsThatDoNotOverlap) {
  const LibintSession session;
  const Molecule decane = read_xyz(find_molecule("decane"), 0, 0);
  const BasisSet basis(decane, find_basis("cc-pvdz", find_data_directory()), false);
  const Matrix s = overlap(basis), v = nuclear_attraction(basis, decane);
  int zeros = 0;
  for (int i = 0; i < s.size(); ++i)
    if (v.data()[i] == 0) {
      ++zeros;
      ASSERT_LT(std::abs(s.data()[i]), 1e-15);
    }
  EXPECT_GT(zeros, s.size() / 4);
}

TEST(Dipole, OriginShiftsByTheOverlap) {
  const StoredIntegrals stored("water_sto-3g");
  const auto here = dipole(stored.basis);
  const auto there = dipole(stored.basis, {0.3, -0.7, 1.1});
  EXPECT_LT(largest_difference(there[2], here[2] - 1.1 * overlap(stored.basis)), 1e-14);
}

}  // namespace
}  // namespace fockproxy
