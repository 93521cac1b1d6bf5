#include "scf/stability.hpp"

#include <gtest/gtest.h>

#include "scf/scf_case.hpp"

namespace fockproxy {
namespace {

TEST(Stability, LeavesASaddlePointOfHighSymmetry) {
  // PySCF finds the same two: the symmetric one, unstable, and a lower one in which g and u orbitals mix.
  ScfCase scf({.molecule = "o2.xyz", .basis = "sto-3g", .multiplicity = 3});
  const ScfResult saddle = scf.run({.stability = false});
  ASSERT_TRUE(saddle.converged);
  EXPECT_NEAR(saddle.energies.total(), -147.633947722, 1e-7);
  EXPECT_TRUE(saddle.stability.empty());

  const ScfResult minimum = scf.run();
  ASSERT_TRUE(minimum.converged);
  EXPECT_NEAR(minimum.energies.total(), -147.635232647, 2e-7);
  ASSERT_EQ(minimum.stability.size(), 2u);
  EXPECT_LT(minimum.stability[0].lowest_eigenvalue.value(), -1e-3);
  EXPECT_TRUE(minimum.stability[1].stable);
}

TEST(Stability, FindsTheGroundStateFromACoreGuess) {
  // The core Hamiltonian fills the wrong orbitals of N2, and symmetry keeps them apart from the right ones.
  ScfCase scf({"n2.xyz", "sto-3g"});
  const double ground = scf.run().energies.total();
  EXPECT_GT(scf.run({.stability = false}, GuessKind::core).energies.total(), ground + 0.1);
  EXPECT_NEAR(scf.run({}, GuessKind::core).energies.total(), ground, 1e-8);
}

TEST(Stability, LooksAtRhfAmongUhfSolutions) {
  const ScfResult water = ScfCase({"water.xyz", "6-31g"}).run();
  ASSERT_EQ(water.stability.size(), 1u);
  EXPECT_TRUE(water.stability[0].stable && water.stability[0].stable_as_uhf());
  EXPECT_FALSE(water.stability[0].lowest_eigenvalue.has_value());
  // UHF has the rotations of both kinds as its own.
  const ScfResult unrestricted = ScfCase({.molecule = "water.xyz", .basis = "6-31g", .unrestricted = true}).run();
  EXPECT_FALSE(unrestricted.stability[0].lowest_triplet.has_value());
  EXPECT_NEAR(unrestricted.stability[0].lowest_eigenvalue.value(), *water.stability[0].lowest_triplet, 0.03);
}

TEST(Stability, TakesARotationThatChangesNothingForStable) {
  // The hole in the pi shell of OH may point anywhere around the axis.
  const ScfResult result = ScfCase({"oh.xyz", "6-31g"}).run();
  ASSERT_EQ(result.stability.size(), 1u);
  EXPECT_NEAR(result.stability[0].lowest_eigenvalue.value(), 0, 1e-4);
}

TEST(Stability, OneElectronFeelsOnlyTheCore) {
  // In H2+ the two-electron parts of the orbital energies and of the Hessian cancel: what remains is the excitation
  // energy of the core Hamiltonian.
  ScfCase scf({"h2.xyz", "6-31g", 1});
  const ScfResult result = scf.run();
  ASSERT_EQ(result.stability.size(), 1u);
  const Vector e = solve_roothaan(*scf.algebra, scf.problem.core, scf.problem.orthogonal.x).energies;
  EXPECT_GE(result.stability[0].lowest_eigenvalue.value(), e[1] - e[0] - 1e-4);
  EXPECT_NEAR(result.stability[0].lowest_eigenvalue.value(), e[1] - e[0], 0.05 * (e[1] - e[0]));
}

}  // namespace
}  // namespace fockproxy
