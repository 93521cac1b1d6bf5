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

TEST(NuclearAttraction, PartsSumToTheWholeExactly) {
  const StoredIntegrals stored("water_cc-pvdz");
  Matrix sum = Matrix::Zero(stored.basis.functions(), stored.basis.functions());
  for (int part = 0; part < 5; ++part) sum += nuclear_attraction(stored.basis, stored.molecule, part, 5);
  EXPECT_EQ(sum, nuclear_attraction(stored.basis, stored.molecule));
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
