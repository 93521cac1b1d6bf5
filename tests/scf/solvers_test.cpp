// The same Hartree-Fock calculation with every solver.
#include <gtest/gtest.h>

#include <cmath>

#include "scf/local_matrices.hpp"
#include "scf/scf_case.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

class EverySolver : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    if (!solver()->make) GTEST_SKIP() << solver()->unsupported;
  }
  static Choice<SolverEntry> solver() { return GetParam(); }
  static ScfResult run(const ScfCase::Spec& spec, const ScfOptions& options = {}, GuessKind guess = GuessKind::sad) {
    return ScfCase(spec, 1e-11, solver()).run(options, guess);
  }
};

TEST_P(EverySolver, FindsTheSameMinimum) {
  for (const ScfCase::Spec& spec : {ScfCase::Spec{"water.xyz", "cc-pvdz"}, ScfCase::Spec{"ch3.xyz", "6-31g"},
                                    ScfCase::Spec{"water.xyz", "6-31g", 1, 2}}) {
    SCOPED_TRACE(spec.molecule);
    const ScfResult expected = ScfCase(spec).run(), found = run(spec);
    ASSERT_TRUE(expected.converged);
    ASSERT_TRUE(found.converged);
    EXPECT_NEAR(found.energies.total(), expected.energies.total(), 1e-9);
    EXPECT_EQ(found.iterations.size(), expected.iterations.size());
    EXPECT_NEAR(found.properties.s_squared, expected.properties.s_squared, 1e-7);
    EXPECT_NEAR(*found.properties.gap(), *expected.properties.gap(), 1e-6);
    EXPECT_NEAR(found.properties.dipole[2], expected.properties.dipole[2], 1e-6);
    ASSERT_EQ(found.stability.size(), expected.stability.size());
    for (std::size_t i = 0; i < found.stability.size(); ++i) {
      const auto lowest = [i](const ScfResult& r) {
        const Stability& s = r.stability[i];
        return s.lowest_eigenvalue ? *s.lowest_eigenvalue : s.lowest_triplet.value();
      };
      EXPECT_NEAR(lowest(found), lowest(expected), 0.02 * std::abs(lowest(expected)));
    }
  }
}

TEST_P(EverySolver, LeavesASaddlePoint) {
  const ScfResult found = run({.molecule = "o2.xyz", .basis = "sto-3g", .multiplicity = 3});
  ASSERT_TRUE(found.converged);
  EXPECT_EQ(found.stability.size(), 2u);
  EXPECT_NEAR(found.energies.total(), -147.635232647, 2e-7);  // PySCF
}

TEST_P(EverySolver, ShiftsLevelsAndBeginsFromTheCore) {
  EXPECT_NEAR(run({"water.xyz", "6-31g"}, {.level_shift = 0.5}, GuessKind::core).energies.total(),
              ScfCase({"water.xyz", "6-31g"}).run().energies.total(), 1e-9);
}

TEST_P(EverySolver, DropsLinearDependence) {
  ScfCase scf({"water.xyz", "cc-pvdz"}, 1e-11, solver());
  ScfCase other({"water.xyz", "cc-pvdz"});
  const auto energy = [](ScfCase& c) {
    const HartreeFockProblem problem = make_problem(*c.algebra, c.molecule, c.basis, {.overlap_threshold = 0.05});
    EXPECT_GT(problem.orthogonal.dropped, 0);
    const ScfResult result = run_scf(problem, {.density = make_guess(problem, GuessKind::sad).density}, c.builder, {});
    EXPECT_TRUE(result.converged);
    return result.energies.total();
  };
  EXPECT_NEAR(energy(scf), energy(other), 1e-9);
}

TEST_P(EverySolver, HandlesAShellWithoutElectrons) {
  const ScfResult found = run({"h2.xyz", "cc-pvdz", 1});
  ASSERT_TRUE(found.converged);
  EXPECT_NEAR(found.energies.two_electron, 0, 1e-12);
}

// From every state the same iterations follow, also for solvers that share the work.
TEST_P(EverySolver, GoesOnFromAnyState) {
  ScfCase scf({"water.xyz", "6-31g"}, 1e-11, solver());
  std::vector<ScfState> states;
  const ScfState start{.density = make_guess(scf.problem, GuessKind::sad).density};
  const ScfResult all = run_scf(scf.problem, start, scf.builder, {},
                                {.reached = [&](const ScfState& state) { states.push_back(state); }});
  ASSERT_GE(states.size(), 5u);
  const ScfResult rest = run_scf(scf.problem, states[4], scf.builder, {});
  EXPECT_EQ(rest.iterations.size(), all.iterations.size());
  EXPECT_NEAR(rest.energies.total(), all.energies.total(), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Solvers, EverySolver, ::testing::Values("local", "scalapack", "elpa"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fockproxy
