// A molecule with everything that a Fock build needs, and a density that does not depend on where the test runs.
#pragma once

#include <memory>

#include "chem/contraction_groups.hpp"
#include "chem/data_directory.hpp"
#include "digestion/fock_system.hpp"
#include "integrals/libint_session.hpp"
#include "integrals/reference_builder.hpp"
#include "integrals/schwarz.hpp"
#include "integrals/symmetric.hpp"
#include "support/random.hpp"

namespace fockproxy::testing {

// A symmetric, dense matrix with positive and negative elements of at most 1. It is no physical density, but G is
// linear in D, and in this D no element follows from symmetry.
inline Matrix made_up_density(int n, std::uint64_t seed) {
  Matrix d(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b <= a; ++b) d(a, b) = d(b, a) = 2.0 * unit_interval(hash_append(hash_append(seed, a), b)) - 1.0;
  return d;
}

struct FixedSystem {
  FixedSystem(const std::string& molecule, const std::string& basis_name, int spins, double precision = 0,
              bool cartesian = false)
      : basis(read_xyz(find_molecule(molecule), 0, 0), find_basis(basis_name, find_data_directory()), cartesian),
        pairs(basis, precision),
        schwarz(schwarz_bounds(basis)) {
    mirror_lower(schwarz);
    schwarz = largest_of_groups(basis, schwarz);
    for (int s = 0; s < spins; ++s) density.push_back(made_up_density(basis.functions(), 100 + s));
  }

  FockSystem fock_system(const std::string& grain) const {
    return {pairs, view_of(schwarz), make_partition(basis, Grain::parse(grain)), static_cast<int>(density.size())};
  }
  SpinMatrices reference() const { return ReferenceBuilder(pairs, density).build(); }

  LibintSession libint;
  BasisSet basis;
  ShellPairs pairs;
  Matrix schwarz;
  SpinMatrices density;
};

// The largest deviation over spins and elements.
inline double largest_difference(const SpinMatrices& a, const SpinMatrices& b) {
  double largest = 0;
  for (std::size_t s = 0; s < a.size(); ++s) largest = std::max(largest, (a[s] - b[s]).cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace fockproxy::testing
