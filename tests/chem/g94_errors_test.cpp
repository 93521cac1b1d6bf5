// Every malformed Gaussian94 file is refused with one line that tells where, what is wrong and what would be right.
#include <gtest/gtest.h>

#include "chem/basis_file.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

const std::string shell_form = "write 'S 3 1.00': a shell letter, the number of primitives, a scale factor";
const std::string close_form = "close every element with a line '****'";

class G94Errors : public ::testing::Test {
 protected:
  // The message without the path of the file.
  std::string refusal(std::string_view content) const {
    const auto file = scratch_.write("bad.g94", content);
    return usage_error_in(file, [&] { read_g94(file); });
  }

  ScratchDirectory scratch_;
};

TEST_F(G94Errors, MissingFile) {
  const auto file = scratch_.path() / "missing.g94";
  EXPECT_EQ(usage_error_in(file, [&] { read_g94(file); }),
            " cannot be opened (No such file or directory); give the path of a Gaussian94 basis set file");
}

TEST_F(G94Errors, Directory) {
  EXPECT_EQ(usage_error_in(scratch_.path(), [&] { read_g94(scratch_.path()); }),
            " is a directory; give the path of a Gaussian94 basis set file");
}

TEST_F(G94Errors, EmptyFile) {
  EXPECT_EQ(refusal(""), "1: the file is empty; give the path of a Gaussian94 basis set file");
  EXPECT_EQ(refusal("! only\n! comments\n"),
            "2: the file holds no basis functions; give the path of a Gaussian94 basis set file");
  EXPECT_EQ(refusal("****\n"), "1: the file holds no basis functions; give the path of a Gaussian94 basis set file");
}

TEST_F(G94Errors, NoElementWhereOneShouldStart) {
  const std::string right = "; write its symbol and a 0, such as 'O 0'";
  EXPECT_EQ(refusal("S 3 1.00\n"), "1: 'S 3 1.00' where an element should start" + right);
  EXPECT_EQ(refusal("H\nS 1 1.00\n1.0 1.0\n****\n"), "1: 'H' where an element should start" + right);
  EXPECT_EQ(refusal("H 1\nS 1 1.00\n1.0 1.0\n****\n"), "1: 'H 1' where an element should start" + right);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n****\n1.0 1.0\n"), "5: '1.0 1.0' where an element should start" + right);
}

TEST_F(G94Errors, UnknownElement) {
  EXPECT_EQ(refusal("Xx 0\nS 1 1.00\n1.0 1.0\n****\n"), "1: unknown element 'Xx'; write its symbol, such as H or He");
}

TEST_F(G94Errors, ElementTwice) {
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n****\nh 0\nS 1 1.00\n2.0 1.0\n****\n"),
            "5: element H is given twice; remove one of the two");
}

TEST_F(G94Errors, ElementWithoutShells) {
  EXPECT_EQ(refusal("H 0\n****\n"), "1: element H has no shells; remove it or give its shells");
}

TEST_F(G94Errors, MissingSeparator) {
  EXPECT_EQ(refusal("H 0\n"), "1: element H has no shells; remove it or give its shells");
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\nHe 0\nS 1 1.00\n1.0 1.0\n****\n"),
            "4: 'He 0' starts inside element H; " + close_form);
  EXPECT_EQ(refusal("P 0\nS 1 1.00\n1.0 1.0\nS 0\nS 1 1.00\n1.0 1.0\n****\n"),
            "4: 'S 0' starts inside element P; " + close_form);
  EXPECT_EQ(refusal("1 0\nS 1 1.00\n1.0 1.0\n2 0\nS 1 1.00\n1.0 1.0\n****\n"),
            "4: '2 0' starts inside centre 1; " + close_form);
}

TEST_F(G94Errors, UnknownShellLetter) {
  for (const char* letter : {"Q", "J", "SD", "SPD", "PS", "***", "spherical"}) {
    EXPECT_EQ(refusal("H 0\n" + std::string(letter) + " 1 1.00\n1.0 1.0\n****\n"),
              "2: unknown shell letter '" + std::string(letter) + "'; known ones are S P D F G H I K and SP");
  }
}

TEST_F(G94Errors, ShellHead) {
  EXPECT_EQ(refusal("H 0\nS\n1.0 1.0\n****\n"), "2: 'S' is not the head of a shell; " + shell_form);
  EXPECT_EQ(refusal("H 0\nS 1 1.00 2.00\n1.0 1.0\n****\n"), "2: '2.00' after the scale factor is not 0; " + shell_form);
  EXPECT_EQ(refusal("H 0\nS 1 1.00 0.0 0.0\n1.0 1.0\n****\n"),
            "2: 'S 1 1.00 0.0 0.0' is not the head of a shell; " + shell_form);
  for (const char* count : {"0", "-1", "1.0", "1x", "one", "99999999999"}) {
    EXPECT_EQ(refusal("H 0\nS " + std::string(count) + " 1.00\n1.0 1.0\n****\n"),
              "2: '" + std::string(count) + "' is not a number of primitives; " + shell_form);
  }
  EXPECT_EQ(refusal("H 0\nS 1 0.0\n1.0 1.0\n****\n"),
            "2: the scale factor '0.0' is not positive; write 1.00 for an unscaled shell");
  EXPECT_EQ(refusal("H 0\nS 1 x\n1.0 1.0\n****\n"),
            "2: the scale factor 'x' is not a number; write it like 0.757 or 1.2e-3");
  EXPECT_EQ(refusal("H 0\nS 1 nan\n1.0 1.0\n****\n"),
            "2: the scale factor 'nan' is not finite; write a number like 0.757");
}

TEST_F(G94Errors, TooFewPrimitives) {
  const std::string wrong = "the S shell of H at line 2 has 1 of 2 primitives; give one line for each primitive";
  EXPECT_EQ(refusal("H 0\nS 2 1.00\n1.0 1.0\n****\n"), "4: " + wrong);
  EXPECT_EQ(refusal("H 0\nS 2 1.00\n1.0 1.0\nP 1 1.00\n1.0 1.0\n****\n"), "4: " + wrong);
  EXPECT_EQ(refusal("H 0\nS 2 1.00\n1.0 1.0\nHe 0\n"), "4: " + wrong);
  EXPECT_EQ(refusal("H 0\nS 2 1.00\n1.0 1.0\n"), "3: " + wrong);
  EXPECT_EQ(refusal("H 0\nS 2147483647 1.00\n1.0 1.0\n****\n"),
            "4: the S shell of H at line 2 has 1 of 2147483647 primitives; give one line for each primitive");
}

TEST_F(G94Errors, TooManyPrimitives) {
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n2.0 1.0\n****\n"),
            "4: '2.0 1.0' where a shell of H or '****' should start; check the number of primitives of the shell "
            "before it");
  EXPECT_EQ(refusal("H 0\n1.0 1.0\n****\n"), "2: '1.0 1.0' where a shell of H or '****' should start; " + shell_form);
}

TEST_F(G94Errors, PrimitiveWithTheWrongNumberOfColumns) {
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0\n****\n"),
            "3: '1.0' is not a primitive of H, which has 2 numbers; write 'exponent coefficient'");
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0 1.0\n****\n"),
            "3: '1.0 1.0 1.0' is not a primitive of H, which has 2 numbers; write 'exponent coefficient'");
  EXPECT_EQ(refusal("H 0\nSP 1 1.00\n1.0 1.0\n****\n"),
            "3: '1.0 1.0' is not a primitive of H, which has 3 numbers; write 'exponent s-coefficient p-coefficient'");
}

TEST_F(G94Errors, NumbersThatAreNone) {
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0x 1.0\n****\n"),
            "3: the exponent '1.0x' is not a number; write it like 0.757 or 1.2e-3");
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0D\n****\n"),
            "3: the coefficient '1.0D' is not a number; write it like 0.757 or 1.2e-3");
  EXPECT_EQ(refusal("H 0\nS 1 1.00\nnan 1.0\n****\n"),
            "3: the exponent 'nan' is not finite; write a number like 0.757");
  EXPECT_EQ(refusal("H 0\nSP 1 1.00\n1.0 1.0 inf\n****\n"),
            "3: the coefficient 'inf' is not finite; write a number like 0.757");
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0D+999 1.0\n****\n"),
            "3: the exponent '1.0D+999' is outside the range of a double; write a number of ordinary size");
}

TEST_F(G94Errors, ExponentThatIsNotPositive) {
  for (const char* exponent : {"0.0", "-1.0"}) {
    EXPECT_EQ(
        refusal("H 0\nS 1 1.00\n" + std::string(exponent) + " 1.0\n****\n"),
        "3: the exponent '" + std::string(exponent) + "' is not positive and finite; give it in bohr^-2, above 0");
  }
  EXPECT_EQ(refusal("H 0\nS 1 1e200\n1.0 1.0\n****\n"),
            "3: the exponent '1.0' is not positive and finite; give it in bohr^-2, above 0");
}

TEST_F(G94Errors, FunctionThatCannotBeNormalised) {
  const std::string right = "; give coefficients of ordinary size that do not cancel";
  EXPECT_EQ(refusal("H 0\nD 2 1.00\n1.0 0.0\n2.0 0.0\n****\n"), "2: the D function of H cannot be normalised" + right);
  EXPECT_EQ(refusal("H 0\nSP 1 1.00\n1.0 1.0 0.0\n****\n"), "2: the P function of H cannot be normalised" + right);
  EXPECT_EQ(refusal("H 0\nS 3 1.00\n1.0 0.1\n1.0 0.2\n1.0 -0.3\n****\n"),
            "2: the S function of H cannot be normalised" + right);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1e300\n****\n"), "2: the S function of H cannot be normalised" + right);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1e-160\n****\n"), "2: the S function of H cannot be normalised" + right);
}

TEST_F(G94Errors, OwnersOfABlock) {
  EXPECT_EQ(refusal("H Xx 0\nS 1 1.00\n1.0 1.0\n****\n"), "1: unknown element 'Xx'; write its symbol, such as H or He");
  EXPECT_EQ(refusal("H 2 0\nS 1 1.00\n1.0 1.0\n****\n"), "1: unknown element '2'; write its symbol, such as H or He");
  EXPECT_EQ(refusal("0 0\nS 1 1.00\n1.0 1.0\n****\n"), "1: unknown element '0'; write its symbol, such as H or He");
  EXPECT_EQ(refusal("He H 0\nS 1 1.00\n1.0 1.0\n****\nH 0\nS 1 1.00\n2.0 1.0\n****\n"),
            "5: element H is given twice; remove one of the two");
  EXPECT_EQ(refusal("1 1 0\nS 1 1.00\n1.0 1.0\n****\n"), "1: centre 1 is given twice; remove one of the two");
}

TEST_F(G94Errors, FormsOfOtherPrograms) {
  const std::string right = "; give it in the form 'Gaussian', which the Basis Set Exchange has of every set";
  EXPECT_EQ(refusal("# a comment\nBASIS \"ao basis\" SPHERICAL PRINT\nH S\n1.0 1.0\nEND\n"),
            "2: 'BASIS \"ao basis\" SPHERICAL PRINT' is how a basis set in the form of NWChem begins" + right);
  EXPECT_EQ(refusal("$basis\n*\nh sto\n*\n"),
            "1: '$basis' is how a basis set in the form of Turbomole or Q-Chem begins" + right);
  EXPECT_EQ(refusal("$DATA\nHYDROGEN\nS 1\n1 1.0 1.0\n$END\n"),
            "1: '$DATA' is how a basis set in the form of GAMESS begins" + right);
  EXPECT_EQ(refusal("{\n}\n"), "1: '{' is how a basis set in the form of JSON begins" + right);
}

// A core potential is skipped by its counts, so these must be correct.
TEST_F(G94Errors, CorePotential) {
  const std::string right =
      "; write 'I-ECP 3 28', then for each of its four terms a title, a count, and as many lines "
      "'power exponent coefficient'";
  EXPECT_EQ(refusal("H-ecp 0 28\n"),
            "1: 'H-ecp 0 28' where an element should start; write its symbol and a 0, such as "
            "'O 0'");
  EXPECT_EQ(refusal("I 0\nECP\n"), "2: 'ECP' is not the head of a core potential" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP x 28\n"), "2: 'x' is not a highest angular momentum" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP 3 -1\n"), "2: '-1' is not a number of core electrons" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP 0 28\nd-ul\ntwo\n"), "4: 'two' is not a number of terms" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP 0 28\nd-ul\n1\ns-ul\n"), "5: 's-ul' is not a term of a core potential" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP 2147483647 28\nd-ul\n1\n2 1.0 0.0\n"),
            "2: the core potential 'I-ECP 2147483647 28' is cut off" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP 1 28\nd-ul\n1\n2 1.0 0.0\n****\n"),
            "2: the core potential 'I-ECP 1 28' is cut off" + right);
  EXPECT_EQ(refusal("I 0\nI-ECP 0 28\nd-ul\n1\n2 1.0 0.0\nI 0\nI-ECP 0 28\nd-ul\n1\n2 1.0 0.0\n"),
            "7: core potential of element I is given twice; remove one of the two");
  EXPECT_EQ(refusal("I 0\nI-ECP 0 28\nd-ul\n1\n2 1.0 0.0\n"),
            "5: the file holds no basis functions; give the path of a Gaussian94 basis set file");
}

}  // namespace
}  // namespace fockproxy
