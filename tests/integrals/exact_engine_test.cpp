// The engine that verifies everything else.
#include "integrals/exact_engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chem/data_directory.hpp"
#include "integrals/libint_session.hpp"

namespace fockproxy {
namespace {

// A basis of an atom with steep p functions, at this distance from the origin along every axis.
BasisSet zinc_at(double distance) {
  Molecule molecule = read_xyz(find_molecule("zn"), 0, 0);
  for (double& x : molecule.atoms[0].position) x += distance;
  return BasisSet(molecule, find_basis("cc-pvdz", find_data_directory()), false);
}

TEST(ExactEngine, LosesNothingFarFromTheOrigin) {
  const LibintSession session;
  const BasisSet near = zinc_at(0), far = zinc_at(777.7);
  ExactEngine at_origin(near), away(far);
  double largest = 0, worst = 0;
  int quartet = 0;
  for (int a = 0; a < near.shells(); ++a)
    for (int b = 0; b <= a; ++b)
      for (int c = 0; c <= a; ++c)
        for (int d = 0; d <= c; ++d) {
          if (quartet++ % 37 != 0) continue;
          const int size = near.shell(a).functions() * near.shell(b).functions() * near.shell(c).functions() *
                           near.shell(d).functions();
          const double* expected = at_origin.compute(a, b, c, d);
          const double* found = away.compute(a, b, c, d);
          for (int i = 0; i < size; ++i) {
            largest = std::max(largest, std::abs(expected[i]));
            worst = std::max(worst, std::abs(found[i] - expected[i]));
          }
        }
  EXPECT_GT(largest, 10);
  EXPECT_LE(worst, 1e-15 * largest);  // Libint without shifts loses 1e-12
}

// For distant g functions, a diffuse and a steep one, in both orders of their atoms. Libint alone loses 3e-5 in one
// order.
TEST(ExactEngine, ShiftsAngularMomentumFromTheSteeperShell) {
  const LibintSession session;
  const BasisFile set{"made up", {}, {{2, {{4, {0.12}, {1}}}}, {10, {{4, {4.0}, {1}}}}}};
  double bounds[2];
  for (const bool steep_first : {false, true}) {
    Molecule molecule;
    molecule.atoms = {{steep_first ? 10 : 2, {0, 0, 0}}, {steep_first ? 2 : 10, {6, 7, 6}}};
    const BasisSet basis(molecule, set, false);
    ExactEngine engine(basis);
    bounds[steep_first] = engine.schwarz(1, 0);
  }
  EXPECT_GT(bounds[0], 1e-6);
  EXPECT_NEAR(bounds[1] / bounds[0], 1, 1e-9);
}

}  // namespace
}  // namespace fockproxy
