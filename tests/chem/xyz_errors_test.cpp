// Every malformed XYZ file is refused with one line that tells where, what is wrong and what would be right.
#include <gtest/gtest.h>

#include <limits>

#include "chem/molecule.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

class XyzErrors : public ::testing::Test {
 protected:
  // The message without the path of the file.
  std::string refusal(std::string_view content, int charge = 0, int multiplicity = 0) const {
    const auto file = scratch_.write("bad.xyz", content);
    return usage_error_in(file, [&] { read_xyz(file, charge, multiplicity); });
  }

  ScratchDirectory scratch_;
};

TEST_F(XyzErrors, MissingFile) {
  const auto file = scratch_.path() / "missing.xyz";
  EXPECT_EQ(usage_error_in(file, [&] { read_xyz(file); }),
            " cannot be opened (No such file or directory); give the path of an XYZ file");
}

TEST_F(XyzErrors, Directory) {
  EXPECT_EQ(usage_error_in(scratch_.path(), [&] { read_xyz(scratch_.path()); }),
            " is a directory; give the path of an XYZ file");
}

TEST_F(XyzErrors, EmptyFile) {
  EXPECT_EQ(refusal(""), "1: the file is empty; give the path of an XYZ file");
  EXPECT_EQ(refusal("\n\n"), "1: the file is empty; give the path of an XYZ file");
}

TEST_F(XyzErrors, AtomCountThatIsNone) {
  for (const char* count : {"", "two", "0", "-1", "1.0", "1x", "1 atom", "99999999999999999999", "H 0 0 0"}) {
    EXPECT_EQ(refusal(std::string(count) + "\ncomment\nH 0 0 0\n"),
              "1: '" + std::string(count) +
                  "' is not a number of atoms; the first line of an XYZ file holds one whole "
                  "number above 0 and nothing else");
  }
}

TEST_F(XyzErrors, FewerAtomsThanAnnounced) {
  const std::string right = "; line 1 must hold the number of atoms, line 2 a comment, and an atom on each line after";
  EXPECT_EQ(refusal("3\n\nH 0 0 0\nH 0 0 1\n"), "4: the file ends after 2 of 3 atoms" + right);
  EXPECT_EQ(refusal("2147483647\n\nH 0 0 0\n"), "3: the file ends after 1 of 2147483647 atoms" + right);
  EXPECT_EQ(refusal("1\ncomment\n"), "2: the file ends after 0 of 1 atoms" + right);
  EXPECT_EQ(refusal("1"), "1: the file ends after 0 of 1 atoms" + right);
}

TEST_F(XyzErrors, BlankLineAmongTheAtoms) {
  EXPECT_EQ(refusal("2\n\nH 0 0 0\n\nH 0 0 1\n"), "4: blank line where atom 2 of 2 should be; write 'symbol x y z'");
}

TEST_F(XyzErrors, MoreAtomsThanAnnounced) {
  const std::string wrong = "text after the last of the 1 atoms that line 1 announces; ";
  EXPECT_EQ(refusal("1\n\nH 0 0 0\nH 0 0 1\n"), "4: " + wrong + "correct the number in line 1 or remove the text");
  EXPECT_EQ(refusal("1\n\nHe 0 0 0\n\n\nthe end\n"), "6: " + wrong + "correct the number in line 1 or remove the text");
}

TEST_F(XyzErrors, ASecondFrame) {
  const std::string path = (scratch_.path() / "bad.xyz").string();
  EXPECT_EQ(refusal("1\nframe 1\nHe 0 0 0\n1\nframe 2\nHe 0 0 1\n"),
            "4: a second frame starts here, and fockproxy computes one; the first is 'head -n 3 " + path + "'");
  EXPECT_EQ(refusal("1\nframe 1\nHe 0 0 0\n\n 2 \n\n"),
            "5: a second frame starts here, and fockproxy computes one; the first is 'head -n 3 " + path + "'");
}

TEST_F(XyzErrors, UnknownElement) {
  for (const char* word : {"Zz", "119", "-1", "1.0", "OW", "H2O", "CH3", "O.3", "13C", "Hel1"})
    EXPECT_EQ(refusal("1\n\n" + std::string(word) + " 0 0 0\n"),
              "3: unknown element '" + std::string(word) + "'; write its symbol, such as H or He");
}

TEST_F(XyzErrors, GhostAtoms) {
  for (const char* word :
       {"X", "xx", "Bq", "bqH", "H-Bq", "O_bq", "Gh(O)", "GHOST-O", "@H", "O:", "Du", "Q", "Tv", "0"})
    EXPECT_EQ(refusal("1\n\n" + std::string(word) + " 0 0 0\n"),
              "3: '" + std::string(word) +
                  "' is a ghost or dummy atom, and fockproxy has none; remove it, and correct "
                  "the number in line 1");
}

// 'CA1' is a carbon atom in files of proteins and a calcium atom elsewhere.
TEST_F(XyzErrors, LabelThatMayBeTwoElements) {
  EXPECT_EQ(refusal("1\n\nCA1 0 0 0\n"), "3: 'CA1' is element Ca or a name of a C atom; write Ca or C");
  EXPECT_EQ(refusal("1\n\nHE21 0 0 0\n"), "3: 'HE21' is element He or a name of a H atom; write He or H");
}

TEST_F(XyzErrors, TooFewWords) {
  EXPECT_EQ(refusal("1\n\nH 0 0\n"), "3: 3 words where an atom has 4; write 'symbol x y z'");
}

TEST_F(XyzErrors, ChargesBeforeTheCoordinates) {
  EXPECT_EQ(refusal("2\n\nO 8.0 0 0 0\nH 1.0 0 0 1\n"),
            "3: the nuclear charge stands before the coordinates of every atom; write 'symbol x y z'");
}

TEST_F(XyzErrors, Properties) {
  const std::string right =
      "; write 'Properties=species:S:1:pos:R:3': a name, a type and a number of columns for each property";
  EXPECT_EQ(refusal("1\nProperties=species:S:1:pos:R\nH 0 0 0\n"),
            "2: Properties=species:S:1:pos:R is not a list of names, types and numbers" + right);
  EXPECT_EQ(refusal("1\nProperties=species:S:1:pos:R:x\nH 0 0 0\n"),
            "2: Properties=species:S:1:pos:R:x is not a list of names, types and numbers" + right);
  EXPECT_EQ(refusal("1\nProperties=pos:R:3:charge:R:1\n0 0 0 1\n"),
            "2: Properties=pos:R:3:charge:R:1 names no column of elements" + right);
  EXPECT_EQ(refusal("1\nProperties=species:S:1:pos:R:2\nH 0 0\n"),
            "2: Properties=species:S:1:pos:R:2 names no three columns of positions" + right);
  EXPECT_EQ(refusal("1\nProperties=species:S:1:pos:R:3:forces:R:3\nH 0 0 0\n"),
            "3: 4 words, and Properties= in line 2 has 7; correct one of the two");
}

TEST_F(XyzErrors, UnitInTheFirstLine) {
  EXPECT_EQ(refusal("1 bohr\n\nH 0 0 0\n"),
            "1: '1 bohr' is not a number of atoms; write the number alone and give --units bohr");
}

TEST_F(XyzErrors, CoordinateThatIsNoNumber) {
  EXPECT_EQ(refusal("1\n\nH 0 1.0x 0\n"), "3: the y coordinate '1.0x' is not a number; write it like 0.757 or 1.2e-3");
  EXPECT_EQ(refusal("1\n\nH 0,0 0 0\n"), "3: the x coordinate '0,0' is not a number; write it like 0.757 or 1.2e-3");
}

TEST_F(XyzErrors, CoordinateThatIsNotFinite) {
  EXPECT_EQ(refusal("1\n\nH nan 0 0\n"), "3: the x coordinate 'nan' is not finite; write a number like 0.757");
  EXPECT_EQ(refusal("1\n\nH 0 0 -inf\n"), "3: the z coordinate '-inf' is not finite; write a number like 0.757");
  EXPECT_EQ(refusal("1\n\nH 0 0 1e999\n"),
            "3: the z coordinate '1e999' is outside the range of a double; write a number of ordinary size");
}

TEST_F(XyzErrors, HugeCoordinate) {
  EXPECT_EQ(refusal("1\n\nH 0 0 -10000.1\n"),
            "3: the z coordinate '-10000.1' is beyond 10000 Angstrom; give a molecule near the origin");
  EXPECT_EQ(refusal("1\n\nH 1e300 0 0\n"),
            "3: the x coordinate '1e300' is beyond 10000 Angstrom; give a molecule near the origin");
}

TEST_F(XyzErrors, CoincidentAtoms) {
  EXPECT_EQ(refusal("3\n\nO 0 0 0\nH 0 0 1\nO 0 0 0\n"),
            "5: the atom is 0 Angstrom from the one of line 3; two atoms must be at least 0.1 Angstrom apart");
  EXPECT_EQ(refusal("2\n\nH 0 0 0\nH 0 0.05 0\n"),
            "4: the atom is 0.05 Angstrom from the one of line 3; two atoms must be at least 0.1 Angstrom apart");
}

TEST_F(XyzErrors, WordsAreShownWithoutControlCharacters) {
  EXPECT_EQ(refusal("1\n\nH\x1b[2J 0 0 0\n"), "3: unknown element 'H?[2J'; write its symbol, such as H or He");
  EXPECT_EQ(refusal("1\n\n" + std::string(5000, 'y') + " 0 0 0\n"),
            "3: unknown element '" + std::string(60, 'y') + "...'; write its symbol, such as H or He");
  EXPECT_EQ(refusal(std::string("1\n\nH\0 0 0 0\n", 12)),
            "3: a byte of value 0, which no text has; give the path of an XYZ file");
}

TEST_F(XyzErrors, ChargeThatLeavesNoElectron) {
  const char* helium = "1\n\nHe 0 0 0\n";
  EXPECT_EQ(refusal(helium, 2),
            " charge 2 leaves no electron of the 2 that the neutral molecule has; give a charge of at most 1");
  EXPECT_EQ(refusal(helium, std::numeric_limits<int>::max()),
            " charge 2147483647 leaves no electron of the 2 that the neutral molecule has; give a charge of at most 1");
  EXPECT_EQ(refusal(helium, std::numeric_limits<int>::min()),
            " charge -2147483648 makes 2147483650 electrons; give a charge that leaves at most 1000000");
}

TEST_F(XyzErrors, MultiplicityThatDoesNotFit) {
  const char* helium = "1\n\nHe 0 0 0\n";
  EXPECT_EQ(refusal(helium, 0, 2),
            " 2 electrons (charge 0) cannot have multiplicity 2; an even number of electrons has 1, 3, 5, ...");
  EXPECT_EQ(refusal(helium, 1, 1),
            " 1 electrons (charge 1) cannot have multiplicity 1; an odd number of electrons has 2, 4, 6, ...");
  EXPECT_EQ(refusal(helium, 0, 5),
            " multiplicity 5 needs 4 unpaired electrons, and there are 2; give a multiplicity of at most 3");
  EXPECT_EQ(refusal(helium, 0, std::numeric_limits<int>::max()),
            " multiplicity 2147483647 needs 2147483646 unpaired electrons, and there are 2; give a multiplicity of at "
            "most 3");
  EXPECT_EQ(refusal(helium, 0, -1),
            " multiplicity -1 is negative; give 2S + 1: 1 for a singlet, 2 for a doublet, 3 for a triplet");
}

}  // namespace
}  // namespace fockproxy
