#include "integrals/solid_harmonics.hpp"

#include <gtest/gtest.h>

#include "integrals/one_electron.hpp"
#include "integrals/stored_integrals.hpp"

namespace fockproxy {
namespace {

TEST(SolidHarmonics, TurnCartesianMatricesIntoSphericalOnes) {
  const StoredIntegrals cartesian("hf_cc-pvtz_cartesian");
  const BasisSet spherical(cartesian.molecule, find_basis("cc-pvtz", find_data_directory()), false);
  Matrix c = Matrix::Zero(spherical.functions(), cartesian.basis.functions());
  for (int a = 0; a < spherical.shells(); ++a) {
    const Shell& s = spherical.shell(a);
    const Shell& x = cartesian.basis.shell(a);
    c.block(s.first_function, x.first_function, s.functions(), x.functions()) = solid_harmonics(s.angular_momentum);
  }
  EXPECT_LT(largest_difference(c * kinetic(cartesian.basis) * c.transpose(), kinetic(spherical)), 1e-12);
}

}  // namespace
}  // namespace fockproxy
