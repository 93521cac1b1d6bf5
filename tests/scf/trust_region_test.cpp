#include "scf/trust_region.hpp"

#include <gtest/gtest.h>

#include "scf/diis.hpp"
#include "scf/properties.hpp"
#include "scf/scf_case.hpp"

namespace fockproxy {
namespace {

// Only second-order steps, from the core guess.
void expect_to_reach_a_minimum(const ScfCase::Spec& spec, double energy) {
  ScfCase scf(spec);
  const HartreeFockProblem& problem = scf.problem;
  SpinDense density = make_guess(problem, GuessKind::core).density;
  TrustRegion region;
  double last = 0, error = 1;
  for (int step = 0; step < 60 && error > 1e-6; ++step) {
    const SpinDense fock = fock_matrices(problem, scf.builder.build(density));
    const double now = energies(problem, density, fock).total();
    // After a step that went up, the next is a quarter as long.
    if (region.predicted < -1e-6) {
      EXPECT_LT(now, last + 1e-6) << step;
    }
    error = largest_element({transformed_fock(*scf.algebra, fock[0], density[0], problem.orthogonal).error});
    density = trust_region_step(problem, density, fock, now - last, region, scf.builder);
    last = now;
  }
  EXPECT_LT(error, 1e-6);
  EXPECT_NEAR(last, energy, 1e-7);
}

TEST(TrustRegion, GoesDownhillToAMinimum) {
  expect_to_reach_a_minimum({"water.xyz", "6-31g"}, ScfCase({"water.xyz", "6-31g"}).run().energies.total());
  expect_to_reach_a_minimum({"ch3.xyz", "6-31g"}, ScfCase({"ch3.xyz", "6-31g"}).run().energies.total());
}

}  // namespace
}  // namespace fockproxy
