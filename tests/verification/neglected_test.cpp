// The neglected part of more shell blocks than are examined.
#include "verification/neglected.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "chem/data_directory.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

using testing::world;

// Atoms so far apart that only one pair of shells overlaps. A random sample rarely contains this pair.
TEST(Neglected, FindsTheOneBlockThatMissesAnything) {
  const Molecule molecule = read_xyz(find_molecule("tetracontane"), 0, 0);
  const BasisSet basis(molecule, find_basis("sto-3g", find_data_directory()), false);
  const BlockPartition partition = make_partition(basis, Grain::parse("atom"));
  const int shells = basis.shells();
  constexpr double overlap = 1e-8, threshold = 1e-7;
  for (const int row : {3, shells / 2, shells - 1}) {
    testing::watchdog().beat();
    Matrix schwarz = Matrix::Identity(shells, shells);
    schwarz(row, 1) = schwarz(1, row) = overlap;
    const Matrix coulomb = Matrix::Identity(shells, shells), exchange = Matrix::Zero(shells, shells);
    const QuartetScreen screen(partition, {view_of(schwarz), view_of(coulomb), view_of(exchange)}, threshold);
    const Neglected found = neglected(world(), screen, shells, 0, 2008, 0);
    EXPECT_LT(found.blocks, shells * (shells + 1) / 2) << "all were looked at";
    EXPECT_NEAR(found.size, 0.5 * overlap * std::sqrt(shells), 1e-6 * overlap);
    EXPECT_NEAR(found.updates, 0.5 * shells, 1e-6);
  }
}

// The error of an integral from neglected primitives is multiplied by D.
TEST(Neglected, CountsPrimitivesByTheLargestElementOfTheDensity) {
  const Molecule molecule = read_xyz(find_molecule("water"), 0, 0);
  const BasisSet basis(molecule, find_basis("sto-3g", find_data_directory()), false);
  const BlockPartition partition = make_partition(basis, Grain::parse("atom"));
  const int shells = basis.shells();
  const Matrix schwarz = Matrix::Identity(shells, shells);
  for (const double largest : {0.5, 1.0, 2.0, 1e6}) {
    Matrix exchange = Matrix::Zero(shells, shells);
    exchange(2, 1) = exchange(1, 2) = largest;
    const Matrix coulomb = 4 * exchange;
    const QuartetScreen screen(partition, {view_of(schwarz), view_of(coulomb), view_of(exchange)}, 1e-7);
    EXPECT_EQ(neglected(world(), screen, shells, 1e-10, 2008, 0).primitives, 1e-10 * std::max(1.0, largest));
  }
}

}  // namespace
}  // namespace fockproxy
