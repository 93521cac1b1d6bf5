#include "scf/atomic_density.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "chem/elements.hpp"
#include "integrals/one_electron.hpp"
#include "scf/atomic_integrals.hpp"
#include "scf/scf_case.hpp"

namespace fockproxy {
namespace {

class AtomicDensityOf : public ::testing::Test {
 protected:
  LibintSession libint_;

  static BasisSet basis_of(int charge, const std::string& name, bool cartesian = false) {
    const Molecule atom{.name = "atom", .comment = "", .atoms = {{charge, {0.1, -0.2, 0.3}}}};
    return BasisSet(atom, find_basis(name, find_data_directory()), cartesian);
  }
};

TEST_F(AtomicDensityOf, EveryElementConvergesAndHoldsItsElectrons) {
  for (int charge = 1; charge <= last_element; ++charge) {
    SCOPED_TRACE(element_symbol(charge));
    const BasisSet basis = basis_of(charge, "def2-svp");
    const auto density = atomic_density(charge, basis.all_shells());
    ASSERT_TRUE(density.has_value());
    EXPECT_TRUE(density->converged);
    const AtomicIntegrals integrals(charge, basis.all_shells());
    const auto configuration = ground_configuration(charge);
    for (int l = 0; l < integrals.angular_momenta(); ++l) {
      const double electrons =
          2 * (2 * l + 1) * (density->by_angular_momentum[l].cwiseProduct(integrals.overlap(l))).sum();
      EXPECT_NEAR(electrons, l < 4 ? configuration[l] : 0, 1e-9) << "l = " << l;
    }
  }
}

TEST_F(AtomicDensityOf, ClosedShellAtomsAreTheirMolecule) {
  // Neon and zinc have closed subshells, so the superposition of one atom is the Hartree-Fock density.
  for (const auto& [file, charge, energy] :
       {std::tuple("ne.xyz", 10, -128.543469659121), std::tuple("zn.xyz", 30, -1777.561480923769)}) {
    const BasisSet basis = basis_of(charge, charge == 10 ? "cc-pvqz" : "def2-svp");
    EXPECT_NEAR(atomic_density(charge, basis.all_shells())->energy, energy, 1e-7) << file;
  }
}

TEST_F(AtomicDensityOf, TwoElectronPartIsThatOfTheSphericalDensity) {
  // Compared with the whole matrix G of the same density, in functions instead of radial functions.
  for (const bool cartesian : {false, true}) {
    const BasisSet basis = basis_of(8, "cc-pvtz", cartesian);
    const AtomicIntegrals integrals(8, basis.all_shells());
    std::vector<Matrix> radial;
    std::srand(5);
    for (int l = 0; l < integrals.angular_momenta(); ++l) {
      const Matrix r = Matrix::Random(integrals.functions(l), integrals.functions(l));
      radial.push_back(r + r.transpose());
    }
    const AtomicDensity density{radial, 0, true};
    const auto expected = integrals.two_electron(radial);
    Matrix whole = Matrix::Zero(basis.functions(), basis.functions());
    std::vector<std::vector<int>> shells(integrals.angular_momenta());
    for (int s = 0; s < basis.shells(); ++s) shells[basis.shell(s).angular_momentum].push_back(s);
    for (const auto& same_l : shells)
      for (std::size_t i = 0; i < same_l.size(); ++i)
        for (std::size_t j = 0; j < same_l.size(); ++j) {
          const Shell& a = basis.shell(same_l[i]);
          const Shell& b = basis.shell(same_l[j]);
          whole.block(a.first_function, b.first_function, a.functions(), b.functions()) =
              density_block(density, a, static_cast<int>(i), static_cast<int>(j));
        }
    const SpinMatrices g = SerialBuilder(basis, 1e-14).build({whole});
    for (std::size_t l = 0; l < 2; ++l)  // s and p functions are the same in both kinds of basis
      for (std::size_t i = 0; i < shells[l].size(); ++i)
        for (std::size_t j = 0; j < shells[l].size(); ++j) {
          const Shell& a = basis.shell(shells[l][i]);
          const Shell& b = basis.shell(shells[l][j]);
          const Matrix block = g[0].block(a.first_function, b.first_function, a.functions(), b.functions());
          const Matrix sphere = expected[l](i, j) * Matrix::Identity(a.functions(), b.functions());
          EXPECT_LT((block - sphere).cwiseAbs().maxCoeff(), 1e-10) << l << i << j;
        }
  }
}

TEST_F(AtomicDensityOf, ABasisTooSmallGivesNothing) {
  const BasisSet hydrogen = basis_of(1, "sto-3g");
  EXPECT_TRUE(atomic_density(2, hydrogen.all_shells()).has_value());
  EXPECT_FALSE(atomic_density(3, hydrogen.all_shells()).has_value());  // 1s2 2s1 in one s function
  EXPECT_FALSE(atomic_density(5, hydrogen.all_shells()).has_value());  // no p function
}

}  // namespace
}  // namespace fockproxy
