#include "integrals/libint_shells.hpp"

#include <string>

#include "integrals/libint_session.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

// Libint multiplies the coefficients of unit-normalised primitives by the norms of the primitives. It gets p shells as
// Cartesian ones, because its solid harmonics of l = 1 have the order y, z, x.
libint2::Shell libint_shell(const Shell& shell) {
  const int l = shell.angular_momentum;
  const libint2::svector<double> exponents(shell.exponents.begin(), shell.exponents.end());
  libint2::Shell::Contraction contraction{l, shell.spherical && l > 1, {}};
  contraction.coeff.assign(shell.coefficients.begin(), shell.coefficients.end());
  const libint2::svector<libint2::Shell::Contraction> contractions{contraction};
  return libint2::Shell(exponents, contractions, shell.center);
}

}  // namespace

std::vector<libint2::Shell> libint_shells(const BasisSet& basis) {
  const int l_max = LibintSession::max_angular_momentum();
  if (basis.max_angular_momentum() > l_max) {
    throw AgreedUsageError("basis " + basis.name() +
                           " has functions of l = " + std::to_string(basis.max_angular_momentum()) +
                           ", but this Libint was built for l <= " + std::to_string(l_max) +
                           "; choose a smaller basis or link a Libint built for higher angular momentum");
  }
  std::vector<libint2::Shell> shells;
  shells.reserve(basis.shells());
  for (const Shell& shell : basis.all_shells()) shells.push_back(libint_shell(shell));
  return shells;
}

}  // namespace fockproxy
