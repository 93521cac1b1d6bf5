#include "chem/basis_set.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "chem/data_directory.hpp"
#include "chem/elements.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

Molecule atom(const char* symbol) {
  Molecule molecule;
  molecule.name = symbol;
  molecule.atoms.push_back({nuclear_charge(symbol), {0.5, -1.0, 2.0}});
  return molecule;
}

BasisSet basis_of(const Molecule& molecule, const char* name, bool cartesian = false) {
  return BasisSet(molecule, find_basis(name, find_data_directory()), cartesian);
}

BasisSet basis_of(const char* molecule, const char* name, bool cartesian = false) {
  return basis_of(read_xyz(find_molecule(molecule)), name, cartesian);
}

// The integral of (x^l exp(-a r^2)) (x^l exp(-b r^2)) over space, from Gamma functions.
double overlap_along_x(int l, double a, double b) {
  const double p = a + b;
  const double pi = std::acos(-1.0);
  return std::tgamma(l + 0.5) / std::pow(p, l + 0.5) * (pi / p);
}

double norm_along_x(const Shell& shell) {
  const int l = shell.angular_momentum;
  double sum = 0;
  for (std::size_t i = 0; i < shell.exponents.size(); ++i) {
    for (std::size_t j = 0; j < shell.exponents.size(); ++j) {
      const double a = shell.exponents[i];
      const double b = shell.exponents[j];
      sum += shell.coefficients[i] * shell.coefficients[j] * overlap_along_x(l, a, b) /
             std::sqrt(overlap_along_x(l, a, a) * overlap_along_x(l, b, b));
    }
  }
  return sum;
}

TEST(BasisSet, EveryContractedFunctionIsNormalised) {
  for (const std::string& name : known_basis_sets(find_data_directory())) {
    const BasisFile file = find_basis(name, find_data_directory());
    for (const auto& [charge, contractions] : file.elements) {
      const BasisSet basis(atom(element_symbol(charge).c_str()), file, false);
      for (const Shell& shell : basis.all_shells()) {
        EXPECT_NEAR(norm_along_x(shell), 1.0, 1e-12) << name << " " << element_symbol(charge);
      }
    }
  }
}

TEST(BasisSet, NormalisationKeepsRatiosAndSigns) {
  const BasisFile file{"made up", "", {{1, {{1, {1.0, 4.0}, {3.0, -6.0}}, {2, {5.0}, {-7.0}}}}}};
  const BasisSet basis(atom("H"), file, true);
  EXPECT_DOUBLE_EQ(basis.shell(0).coefficients[1] / basis.shell(0).coefficients[0], -2.0);
  EXPECT_GT(basis.shell(0).coefficients[0], 0);
  EXPECT_NEAR(norm_along_x(basis.shell(0)), 1.0, 1e-14);
  EXPECT_DOUBLE_EQ(basis.shell(1).coefficients[0], -1.0);
}

TEST(BasisSet, OxygenInCcPvdz) {
  const BasisSet basis = basis_of(atom("O"), "cc-pVDZ");
  EXPECT_EQ(basis.name(), "cc-pvdz");
  EXPECT_FALSE(basis.cartesian());
  ASSERT_EQ(basis.shells(), 6);
  EXPECT_EQ(basis.functions(), 14);
  EXPECT_EQ(basis.max_angular_momentum(), 2);
  EXPECT_EQ(basis.max_primitives(), 8);
  const std::vector<int> momenta = {0, 0, 0, 1, 1, 2};
  const std::vector<std::size_t> primitives = {8, 8, 1, 3, 1, 1};
  const std::vector<int> first_functions = {0, 1, 2, 3, 6, 9};
  const std::vector<int> groups = {0, 0, 1, 2, 3, 4};  // the two s shells of eight primitives are one group
  for (int s = 0; s < basis.shells(); ++s) {
    const Shell& shell = basis.shell(s);
    EXPECT_EQ(shell.atom, 0);
    EXPECT_EQ(shell.center, (Point{0.5, -1.0, 2.0}));
    EXPECT_TRUE(shell.spherical);
    EXPECT_EQ(shell.angular_momentum, momenta[s]);
    EXPECT_EQ(shell.exponents.size(), primitives[s]);
    EXPECT_EQ(shell.coefficients.size(), primitives[s]);
    EXPECT_EQ(shell.first_function, first_functions[s]);
    EXPECT_EQ(shell.contraction_group, groups[s]);
  }
}

TEST(BasisSet, GroupsEndWithTheAtomAndTheAngularMomentum) {
  Molecule molecule = atom("Li");
  molecule.atoms.push_back(molecule.atoms[0]);
  // s and p of one SP shell have the same exponents, and so do the last shell of an atom and the first of the next.
  const BasisFile file{"made up", "", {{3, {{0, {1.0}, {1.0}}, {1, {1.0}, {1.0}}, {0, {1.0}, {1.0}}}}}};
  const BasisSet basis(molecule, file, false);
  ASSERT_EQ(basis.shells(), 6);
  for (int s = 0; s < 6; ++s) {
    EXPECT_EQ(basis.shell(s).contraction_group, s);
  }
}

TEST(BasisSet, ShellsOfEachAtom) {
  const BasisSet basis = basis_of("water", "sto-3g");
  ASSERT_EQ(basis.atoms(), 3);
  EXPECT_EQ(basis.first_shell_of_atom(0), 0);
  EXPECT_EQ(basis.first_shell_of_atom(1), 3);
  EXPECT_EQ(basis.first_shell_of_atom(2), 4);
  EXPECT_EQ(basis.first_shell_of_atom(3), 5);
  EXPECT_EQ(basis.shell(2).angular_momentum, 1);
  EXPECT_EQ(basis.shell(4).atom, 2);
  EXPECT_EQ(basis.shell(4).first_function, 6);
}

TEST(BasisSet, SphericalAndCartesianFunctions) {
  Shell shell{};
  for (const auto& [l, spherical, cartesian] :
       std::vector<std::array<int, 3>>{{0, 1, 1}, {1, 3, 3}, {2, 5, 6}, {3, 7, 10}, {4, 9, 15}, {5, 11, 21}}) {
    shell.angular_momentum = l;
    shell.spherical = true;
    EXPECT_EQ(shell.functions(), spherical);
    shell.spherical = false;
    EXPECT_EQ(shell.functions(), cartesian);
  }
}

TEST(BasisSet, SizesOfKnownCases) {
  struct Case {
    const char* molecule;
    const char* basis;
    int shells, spherical, cartesian;
  };
  for (const auto& c : std::vector<Case>{{"water", "sto-3g", 5, 7, 7},
                                         {"water", "6-31G*", 10, 18, 19},
                                         {"water", "6-31G(d,p)", 12, 24, 25},
                                         {"water", "cc-pVDZ", 12, 24, 25},
                                         {"water", "cc-pVTZ", 22, 58, 65},
                                         {"water", "aug-cc-pVDZ", 19, 41, 43},
                                         {"water", "def2-SVP", 12, 24, 25},
                                         {"benzene", "cc-pVDZ", 54, 114, 120},
                                         {"caffeine", "6-31G*", 104, 216, 230},
                                         {"zn", "cc-pVDZ", 15, 43, 49},  // 6s 5p 3d 1f
                                         {"kr", "cc-pVTZ", 15, 43, 49}}) {
    const BasisSet spherical = basis_of(c.molecule, c.basis, false);
    const BasisSet cartesian = basis_of(c.molecule, c.basis, true);
    EXPECT_EQ(spherical.shells(), c.shells) << c.molecule << " " << c.basis;
    EXPECT_EQ(spherical.functions(), c.spherical) << c.molecule << " " << c.basis;
    EXPECT_EQ(cartesian.functions(), c.cartesian) << c.molecule << " " << c.basis;
    EXPECT_TRUE(cartesian.cartesian());
    EXPECT_FALSE(cartesian.shell(0).spherical);
  }
}

TEST(BasisSet, MissingElementIsNamed) {
  BasisFile file{"made up", "some/where.g94", {}};
  for (const int charge : {1, 2, 3, 8}) {
    file.elements[charge] = {{0, {1.0}, {1.0}}};
  }
  Molecule molecule = atom("O");
  molecule.atoms.push_back({19, {0, 0, 0}});
  molecule.atoms.push_back({6, {0, 0, 0}});
  EXPECT_EQ(usage_error([&] { BasisSet(molecule, file, false); }),
            "some/where.g94: the basis set has no K; it has H-Li, O");
  EXPECT_TRUE(usage_error([] { basis_of(atom("Xe"), "sto-3g"); }).ends_with("the basis set has no Xe; it has H-Kr"));
}

}  // namespace
}  // namespace fockproxy
