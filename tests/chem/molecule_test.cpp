#include "chem/molecule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "chem/data_directory.hpp"
#include "chem/elements.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

Molecule molecule_of(const std::map<std::string, int>& count) {
  Molecule molecule;
  for (const auto& [symbol, number] : count) {
    for (int i = 0; i < number; ++i) {
      molecule.atoms.push_back({nuclear_charge(symbol), {static_cast<double>(molecule.atoms.size()), 0, 0}});
    }
  }
  return molecule;
}

TEST(Molecule, FormulaInHillOrder) {
  EXPECT_EQ(molecule_of({{"H", 2}, {"O", 1}}).formula(), "H2O");
  EXPECT_EQ(molecule_of({{"C", 8}, {"H", 10}, {"N", 4}, {"O", 2}}).formula(), "C8H10N4O2");
  EXPECT_EQ(molecule_of({{"C", 1}, {"O", 2}}).formula(), "CO2");
  EXPECT_EQ(molecule_of({{"C", 1}, {"H", 3}, {"Br", 1}}).formula(), "CH3Br");
  EXPECT_EQ(molecule_of({{"H", 1}, {"Br", 1}}).formula(), "BrH");  // without carbon, hydrogen has no special place
  EXPECT_EQ(molecule_of({{"N", 1}, {"H", 4}, {"Cl", 1}}).formula(), "ClH4N");
  EXPECT_EQ(molecule_of({{"C", 60}}).formula(), "C60");
  EXPECT_EQ(molecule_of({{"Ca", 1}, {"H", 2}}).formula(), "CaH2");
  EXPECT_EQ(molecule_of({{"He", 1}}).formula(), "He");
}

TEST(Molecule, NuclearRepulsionOfARightTriangle) {
  Molecule molecule;
  molecule.atoms = {{8, {0, 0, 0}}, {1, {3, 0, 0}}, {2, {0, 4, 0}}};  // legs 3 and 4, hypotenuse 5 bohr
  EXPECT_DOUBLE_EQ(molecule.nuclear_repulsion(), 8.0 / 3 + 16.0 / 4 + 2.0 / 5);
}

TEST(Molecule, NuclearRepulsionOfOneAtomIsZero) { EXPECT_EQ(molecule_of({{"Ne", 1}}).nuclear_repulsion(), 0.0); }

TEST(Molecule, AlphaAndBetaElectrons) {
  Molecule molecule = molecule_of({{"O", 2}});
  molecule.multiplicity = 3;
  EXPECT_EQ(molecule.electrons(), 16);
  EXPECT_EQ(molecule.alpha_electrons(), 9);
  EXPECT_EQ(molecule.beta_electrons(), 7);
  molecule.charge = 1;
  molecule.multiplicity = 2;
  EXPECT_EQ(molecule.electrons(), 15);
  EXPECT_EQ(molecule.alpha_electrons(), 8);
  EXPECT_EQ(molecule.beta_electrons(), 7);
}

class ReadXyz : public ::testing::Test {
 protected:
  Molecule read(std::string_view content, int charge = 0, int multiplicity = 0) const {
    return read_xyz(scratch_.write("sample.xyz", content), charge, multiplicity);
  }

 private:
  ScratchDirectory scratch_;
};

TEST_F(ReadXyz, AtomsAreInBohr) {
  const Molecule molecule = read("2\nmade up\nO 0 0 0\nh 0.529177210903 -1.058354421806 0.0\n", 1);
  EXPECT_EQ(molecule.name, "sample");
  EXPECT_EQ(molecule.comment, "made up");
  ASSERT_EQ(molecule.atoms.size(), 2u);
  EXPECT_EQ(molecule.atoms[0].charge, 8);
  EXPECT_EQ(molecule.atoms[0].position, (Point{0, 0, 0}));
  EXPECT_EQ(molecule.atoms[1].charge, 1);
  EXPECT_DOUBLE_EQ(molecule.atoms[1].position[0], 1.0);
  EXPECT_DOUBLE_EQ(molecule.atoms[1].position[1], -2.0);
  EXPECT_EQ(molecule.atoms[1].position[2], 0.0);
  EXPECT_EQ(molecule.charge, 1);
  EXPECT_EQ(molecule.electrons(), 8);
}

TEST_F(ReadXyz, LenientAboutBlanksAndLineEnds) {
  for (const char* content : {"2\n\nH 0 0 0\nH 0 0 0.74", "  2  \n\n  H\t0 0 0 \n  H 0 0 0.74\n\n \n",
                              "2\r\n\r\nH 0 0 0\r\nH 0 0 0.74\r\n", "2\n\nH 0 0 0\nH 0.0D0 0.0d+00 7.4D-01\n"}) {
    const Molecule molecule = read(content);
    ASSERT_EQ(molecule.atoms.size(), 2u);
    EXPECT_EQ(molecule.comment, "");
    EXPECT_DOUBLE_EQ(molecule.atoms[1].position[2], 0.74 / angstrom_per_bohr);
  }
}

TEST_F(ReadXyz, CommentKeepsTextButNoControlCharacters) {
  EXPECT_EQ(read("1\nr(OH) = 0.96 \xc3\x85\x1b[2J\r\nHe 0 0 0\n").comment, "r(OH) = 0.96 \xc3\x85?[2J");
}

TEST_F(ReadXyz, LowestMultiplicityByDefault) {
  EXPECT_EQ(read("1\n\nHe 0 0 0\n").multiplicity, 1);
  EXPECT_EQ(read("1\n\nHe 0 0 0\n", 1).multiplicity, 2);
  EXPECT_EQ(read("1\n\nHe 0 0 0\n", -1).multiplicity, 2);
  EXPECT_EQ(read("1\n\nN 0 0 0\n").multiplicity, 2);
}

TEST_F(ReadXyz, MultiplicityAsGiven) {
  EXPECT_EQ(read("1\n\nN 0 0 0\n", 0, 4).alpha_electrons(), 5);
  EXPECT_EQ(read("1\n\nHe 0 0 0\n", 0, 3).beta_electrons(), 0);  // the largest number of unpaired electrons
  EXPECT_EQ(read("1\n\nH 0 0 0\n", 0, 2).beta_electrons(), 0);
}

TEST_F(ReadXyz, HeavyElementsAreRead) { EXPECT_EQ(read("1\n\nOg 0 0 0\n").electrons(), 118); }

TEST_F(ReadXyz, AtomsAtTheLimitsAreAccepted) {
  EXPECT_EQ(read("2\n\nH 10000 0 0\nH -10000 0 0\n").atoms.size(), 2u);
  EXPECT_EQ(read("2\n\nH 0 0 0\nH 0 0 0.11\n").atoms.size(), 2u);
}

TEST_F(ReadXyz, AMoleculeFarFromTheOriginIsMovedThere) {
  const Molecule near = read("2\n\nO 1.5 -2 0.25\nH 2.5 -2.5 1.25\n", 1);
  const Molecule far = read("2\n\nO 9001.5 -5002 0.25\nH 9002.5 -5002.5 1.25\n", 1);
  EXPECT_EQ(near.origin, (Point{0, 0, 0}));
  EXPECT_EQ(far.origin[0], std::round(9002 / angstrom_per_bohr));
  for (int k = 0; k < 3; ++k) {
    EXPECT_LE(std::abs(far.atoms[0].position[k]), 2);
    EXPECT_NEAR(far.atoms[1].position[k] - far.atoms[0].position[k],
                near.atoms[1].position[k] - near.atoms[0].position[k], 1e-11);
  }
}

TEST(MoleculeFiles, AllCanBeRead) {
  int read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(find_data_directory() / "molecules")) {
    if (entry.path().extension() == ".xyz") {
      const Molecule molecule = read_xyz(entry.path());
      EXPECT_FALSE(molecule.comment.empty()) << entry.path();
      EXPECT_TRUE(std::isfinite(molecule.nuclear_repulsion())) << entry.path();
      ++read;
    }
  }
  EXPECT_GE(read, 22);
}

TEST(MoleculeFiles, Water) {
  const Molecule water = read_xyz(find_molecule("water"));
  EXPECT_EQ(water.name, "water");
  EXPECT_EQ(water.formula(), "H2O");
  EXPECT_EQ(water.electrons(), 10);
  // Bond length and angle of the comment line: 2 * 8/r + 1/(2 r sin(angle/2)).
  const double bond = 0.95782 / angstrom_per_bohr;
  const double half_angle = 104.485 / 2 * std::acos(-1.0) / 180;
  EXPECT_NEAR(water.nuclear_repulsion(), 16 / bond + 1 / (2 * bond * std::sin(half_angle)), 1e-4);
}

}  // namespace
}  // namespace fockproxy
