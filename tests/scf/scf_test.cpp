#include "scf/scf.hpp"

#include <gtest/gtest.h>

#include "integrals/reference_builder.hpp"
#include "scf/scf_case.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

double largest_difference(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

TEST(Scf, UnrestrictedOnAClosedShellIsRestricted) {
  const ScfResult restricted = ScfCase({"water.xyz", "6-31g_st_"}).run();
  const ScfResult unrestricted = ScfCase({.molecule = "water.xyz", .basis = "6-31g_st_", .unrestricted = true}).run();
  ASSERT_TRUE(restricted.converged);
  ASSERT_TRUE(unrestricted.converged);
  EXPECT_NEAR(restricted.energies.total(), unrestricted.energies.total(), 1e-10);
  EXPECT_NEAR(unrestricted.properties.s_squared, 0, 1e-10);
  const Matrix one = whole(restricted.fock[0]);
  for (const DenseMatrix& fock : unrestricted.fock) EXPECT_LT(largest_difference(whole(fock), one), 1e-6);
}

TEST(Scf, ResultBelongsToItsDensity) {
  ScfCase scf({"ch3.xyz", "6-31g"}, 1e-13);
  const ScfResult result = scf.run();
  ASSERT_TRUE(result.converged);
  EXPECT_TRUE(result.iterations.back().full_build);
  const ShellPairs pairs(scf.basis, 0);
  const SpinMatrices g = ReferenceBuilder(pairs, whole(result.density)).build();
  for (int s = 0; s < 2; ++s) {
    const Matrix two_electron = whole(result.two_electron[s]);
    EXPECT_LT(largest_difference(g[s], two_electron), 1e-11);
    EXPECT_EQ(whole(result.fock[s]), Matrix(whole(scf.problem.core) + two_electron));
    EXPECT_NEAR(dot(result.density[s], scf.problem.hamiltonian.overlap), scf.problem.occupied[s], 1e-10);
  }
  EXPECT_EQ(energies(scf.problem, result.density, result.fock).total(), result.energies.total());
}

TEST(Scf, IncrementalAndFullBuildsEndAlike) {
  ScfCase scf({"ethane.xyz", "6-31g"}, 1e-10);
  const ScfResult incremental = scf.run();
  const ScfResult full = scf.run({.incremental = false});
  ASSERT_TRUE(incremental.converged);
  ASSERT_TRUE(full.converged);
  EXPECT_NEAR(incremental.energies.total(), full.energies.total(), 1e-9);
  EXPECT_EQ(incremental.iterations.size(), full.iterations.size());
  const auto is_difference = [](const ScfIteration& it) { return !it.full_build; };
  EXPECT_TRUE(std::ranges::any_of(incremental.iterations, is_difference));
  EXPECT_TRUE(std::ranges::none_of(full.iterations, is_difference));
}

TEST(Scf, ReportsEveryIterationOnRootAlone) {
  ScfCase scf({"water.xyz", "sto-3g"});
  std::vector<ScfIteration> reported;
  const ScfState start{.density = make_guess(scf.problem, GuessKind::sad).density};
  const ScfResult result =
      run_scf(scf.problem, start, scf.builder, {}, {.done = [&](const ScfIteration& it) { reported.push_back(it); }});
  ASSERT_EQ(reported.size(), testing::world().is_root() ? result.iterations.size() : 0);
  for (std::size_t i = 0; i < reported.size(); ++i) {
    EXPECT_EQ(reported[i].number, static_cast<int>(i) + 1);
    EXPECT_EQ(reported[i].energy, result.iterations[i].energy);
  }
  EXPECT_GT(result.hessian_builds, 0);
  EXPECT_EQ(scf.builder.builds(), static_cast<int>(result.iterations.size()) + result.hessian_builds);
}

// From any state, the same iterations follow, bit by bit; tests every `every`-th state.
void expect_the_same_from_states(const ScfCase::Spec& spec, const ScfOptions& options, std::size_t every) {
  ScfCase scf(spec);
  std::vector<ScfState> states;
  const ScfState start{.density = make_guess(scf.problem, GuessKind::sad).density};
  const ScfResult all = run_scf(scf.problem, start, scf.builder, options,
                                {.reached = [&](const ScfState& state) { states.push_back(state); }});
  ASSERT_TRUE(all.converged);
  ASSERT_GE(states.size(), every);
  for (std::size_t k = 0; k < states.size(); k += every) {
    const ScfResult rest = run_scf(scf.problem, states[k], scf.builder, options);
    ASSERT_EQ(rest.iterations.size(), all.iterations.size()) << k;
    for (std::size_t i = 0; i < rest.iterations.size(); ++i) {
      EXPECT_EQ(rest.iterations[i].energy, all.iterations[i].energy) << k;
      EXPECT_EQ(rest.iterations[i].error, all.iterations[i].error) << k;
      EXPECT_EQ(rest.iterations[i].full_build, all.iterations[i].full_build) << k;
      EXPECT_EQ(rest.iterations[i].threshold, all.iterations[i].threshold) << k;
    }
    EXPECT_EQ(rest.energies.total(), all.energies.total());
    EXPECT_EQ(whole(rest.density), whole(all.density));
    ASSERT_EQ(rest.stability.size(), all.stability.size());
    for (std::size_t i = 0; i < rest.stability.size(); ++i)
      EXPECT_EQ(rest.stability[i].lowest_eigenvalue, all.stability[i].lowest_eigenvalue);
  }
}

TEST(ScfState, IsAllThatTheNextIterationNeeds) { expect_the_same_from_states({"water.xyz", "6-31g"}, {}, 1); }

TEST(ScfState, HoldsTheWayFromASaddlePoint) {
  expect_the_same_from_states({.molecule = "o2.xyz", .basis = "sto-3g", .multiplicity = 3}, {}, 3);
}

TEST(ScfState, HoldsSecondOrderStepsAndAShift) {
  expect_the_same_from_states({"no.xyz", "sto-3g"}, {}, 7);
  expect_the_same_from_states({"water.xyz", "sto-3g"}, {.level_shift = 0.5}, 2);
}

TEST(Scf, SaysWhenItDidNotConverge) {
  const ScfResult result = ScfCase({"water.xyz", "sto-3g"}).run({.max_iterations = 3});
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.iterations.size(), 3u);
  EXPECT_EQ(result.orbitals.size(), 1u);
}

TEST(Scf, CountsIterationsAfreshAfterASaddlePoint) {
  ScfCase scf({.molecule = "o2.xyz", .basis = "sto-3g", .multiplicity = 3});
  const int to_saddle = static_cast<int>(scf.run({.stability = false}).iterations.size());
  const int all = static_cast<int>(scf.run().iterations.size());
  const int most = std::max(to_saddle, all - to_saddle);
  ASSERT_LT(most, all);
  EXPECT_TRUE(scf.run({.max_iterations = most}).converged);
}

TEST(Scf, LevelShiftLeavesTheSolutionAlone) {
  ScfCase scf({"water.xyz", "6-31g"});
  const ScfResult shifted = scf.run({.level_shift = 0.5});
  ASSERT_TRUE(shifted.converged);
  EXPECT_NEAR(shifted.energies.total(), scf.run().energies.total(), 1e-10);
}

TEST(Scf, ConvergesWhereDiisWanders) {
  // From the superposition of atoms, DIIS alone oscillates forever in this case.
  const ScfResult result = ScfCase({"no.xyz", "sto-3g"}).run();
  ASSERT_TRUE(result.converged);
  EXPECT_LT(result.iterations.size(), 60u);
  EXPECT_NEAR(result.energies.total(), -127.530389662, 1e-7);  // PySCF
  EXPECT_NEAR(result.properties.s_squared, 0.96486, 1e-4);
}

TEST(Scf, OneElectron) {
  const ScfResult result = ScfCase({"h2.xyz", "cc-pvdz", 1}).run();
  ASSERT_TRUE(result.converged);
  EXPECT_NEAR(result.energies.two_electron, 0, 1e-12);  // its Coulomb and exchange interactions with itself cancel
  EXPECT_NEAR(result.properties.s_squared, 0.75, 1e-12);
  EXPECT_EQ(whole(result.density[1]).cwiseAbs().maxCoeff(), 0);
}

TEST(Scf, NoElectron) {
  ScfCase scf({"h2.xyz", "cc-pvdz"});
  Molecule bare = scf.molecule;
  bare.charge = 2;
  const HartreeFockProblem problem = make_problem(*scf.algebra, bare, scf.basis);
  const ScfResult result = run_scf(problem, {.density = make_guess(problem, GuessKind::sad).density}, scf.builder, {});
  ASSERT_TRUE(result.converged);
  EXPECT_EQ(result.energies.total(), bare.nuclear_repulsion());
  EXPECT_FALSE(result.properties.homo.has_value());
  EXPECT_TRUE(result.properties.lumo.has_value());
}

TEST(Scf, RefusesMoreElectronsThanTheBasisHolds) {
  EXPECT_THROW(ScfCase({"he.xyz", "sto-3g", -2}), UsageError);  // four electrons, one function
}

TEST(Properties, OfWater) {
  const ScfResult result = ScfCase({"water.xyz", "cc-pvdz"}).run();
  const Properties& p = result.properties;
  EXPECT_NEAR(p.virial_ratio, 2, 0.01);
  EXPECT_EQ(p.s_squared, 0);
  ASSERT_TRUE(p.gap().has_value());
  EXPECT_EQ(*p.homo, result.orbitals[0].energies[4]);
  EXPECT_EQ(*p.lumo, result.orbitals[0].energies[5]);
}

}  // namespace
}  // namespace fockproxy
