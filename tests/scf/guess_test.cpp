#include "scf/guess.hpp"

#include <gtest/gtest.h>

#include "scf/scf_case.hpp"

namespace fockproxy {
namespace {

double electrons(const HartreeFockProblem& problem, const DenseMatrix& density) {
  return dot(density, problem.hamiltonian.overlap);
}

TEST(Guess, HoldsTheElectronsOfTheIonAndItsSpins) {
  for (const int charge : {-1, 0, 1}) {
    ScfCase scf({"oh.xyz", "cc-pvdz", charge, charge == 0 ? 2 : 3});
    const Guess guess = make_guess(scf.problem, GuessKind::sad);
    EXPECT_EQ(guess.kind, GuessKind::sad);
    EXPECT_TRUE(guess.note.empty());
    ASSERT_EQ(guess.density.size(), 2u);
    for (int s = 0; s < 2; ++s)
      EXPECT_NEAR(electrons(scf.problem, guess.density[s]), scf.problem.occupied[s], 1e-6) << charge;
  }
}

TEST(Guess, CartesianSuperpositionIsTheSphericalOne) {
  // The same density in other functions: the same number of electrons, and nearly the same interaction energy.
  ScfCase spherical({"hf.xyz", "cc-pvtz"});
  ScfCase cartesian({.molecule = "hf.xyz", .basis = "cc-pvtz", .cartesian = true});
  const SpinDense a = make_guess(spherical.problem, GuessKind::sad).density;
  const SpinDense b = make_guess(cartesian.problem, GuessKind::sad).density;
  EXPECT_NEAR(electrons(spherical.problem, a[0]), electrons(cartesian.problem, b[0]), 1e-9);
  EXPECT_NEAR(dot(a[0], spherical.problem.core), dot(b[0], cartesian.problem.core), 1e-9);
  const double ga = dot(a[0], spherical.builder.build(a, 1e-11)[0]);
  const double gb = dot(b[0], cartesian.builder.build(b, 1e-11)[0]);
  EXPECT_NEAR(ga, gb, 1e-8);
}

TEST(Guess, CoreFillsTheLowestOrbitals) {
  ScfCase scf({"water.xyz", "6-31g"});
  const Guess guess = make_guess(scf.problem, GuessKind::core);
  EXPECT_EQ(guess.kind, GuessKind::core);
  EXPECT_TRUE(guess.note.empty());
  const Matrix d = whole(guess.density[0]);
  EXPECT_LT((d * whole(scf.problem.hamiltonian.overlap) * d - d).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Guess, FallsBackToCoreWhenTheBasisIsTooSmallForTheAtom) {
  const LibintSession libint;
  const Molecule lih{.name = "lih", .comment = "", .atoms = {{3, {0, 0, 0}}, {1, {0, 0, 3}}}};
  const BasisFile file{.name = "small",
                       .path = "small.g94",
                       .elements = {{1, {{0, {1.2}, {1}}, {0, {0.3}, {1}}}}, {3, {{0, {6.0}, {1}}}}}};
  const BasisSet basis(lih, file, false);
  const auto algebra = Choice<SolverEntry>("local")->make(testing::world(), "auto");
  const HartreeFockProblem problem = make_problem(*algebra, lih, basis);
  const Guess guess = make_guess(problem, GuessKind::sad);
  EXPECT_EQ(guess.kind, GuessKind::core);
  EXPECT_NE(guess.note.find("too small for the ground configuration of Li"), std::string::npos) << guess.note;
  EXPECT_NEAR(electrons(problem, guess.density[0]), 2, 1e-10);
}

}  // namespace
}  // namespace fockproxy
