#include "fock/density_tables.hpp"

#include <gtest/gtest.h>

#include "blocks/redistribution.hpp"
#include "dense/whole_matrix.hpp"
#include "fixed_system.hpp"
#include "support/mpi_test.hpp"
#include "tasks/whole_screen.hpp"

namespace fockproxy {
namespace {

using testing::world;

class DensityTablesOf : public ::testing::TestWithParam<int> {  // spins
 protected:
  testing::FixedSystem system{"water2", "cc-pvdz", GetParam()};
  FockSystem fock_system = system.fock_system("atom");
  BlockLayout layout = fock_system.layout();

  Matrix panel(const Ownership& ownership, const SpinMatrices& density) const {
    return panel_of(layout, ownership, distributed(ProcessGrid::of_all(world(), 5), density));
  }
};
INSTANTIATE_TEST_SUITE_P(Spins, DensityTablesOf, ::testing::Values(1, 2));

TEST_P(DensityTablesOf, AreThoseOfTheWholeMatrix) {
  const WholeTables expected(system.basis, system.schwarz, ShellMaxima(system.basis, system.density));
  DensityTables tables(world(), system.basis.shells());
  for (const int owners : {1, world().size()}) {
    const Ownership ownership(layout, owners);
    tables.fill(fock_system, ownership, panel(ownership, system.density));
    const ShellTables found = tables.with(fock_system.schwarz);
    EXPECT_EQ(found.coulomb, expected.coulomb);
    EXPECT_EQ(found.exchange, expected.exchange);
    EXPECT_EQ(found.schwarz, system.schwarz);
  }
}

// One element, anywhere, that is larger than the one from which the tables were made.
TEST_P(DensityTablesOf, TooSmallOnesAreCaught) {
  const Ownership ownership(layout, world().size());
  DensityTables tables(world(), system.basis.shells());
  tables.fill(fock_system, ownership, panel(ownership, system.density));
  const QuartetScreen screen(fock_system.partition, tables.with(fock_system.schwarz), 1e-10);
  const auto check = [&](const SpinMatrices& density) {
    return check_density_tables(world(), fock_system, ownership, panel(ownership, density), screen);
  };
  const Check right = check(system.density);
  EXPECT_TRUE(right.passed()) << right.detail;
  const auto functions = static_cast<int>(system.density[0].rows());
  EXPECT_EQ(right.detail, "elements: " + std::to_string(functions * functions));
  for (const auto& [f, g] : {std::pair(0, 0), std::pair(functions - 1, 3), std::pair(7, 2)}) {
    SpinMatrices larger = system.density;
    larger.back()(f, g) = larger.back()(g, f) = -1.5;
    const Check wrong = check(larger);
    EXPECT_FALSE(wrong.passed()) << f << ' ' << g;
    EXPECT_NE(wrong.detail.find("larger than screening takes it for"), std::string::npos) << wrong.detail;
  }
}

}  // namespace
}  // namespace fockproxy
