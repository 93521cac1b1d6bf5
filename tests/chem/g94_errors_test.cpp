// Every malformed Gaussian94 file is refused with one line that says where, what was wrong and what would be right.
#include <gtest/gtest.h>

#include "chem/basis_file.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

const std::string shell_form = "write 'S 3 1.00': a shell letter, the number of primitives, a scale factor";
const std::string close_form = "close every element with a line '****'";

class G94Errors : public ::testing::Test {
 protected:
  // The message without the file's path.
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
  EXPECT_EQ(refusal("Xx 0\nS 1 1.00\n1.0 1.0\n****\n"),
            "1: unknown element 'Xx'; write its symbol, such as H or He");
}

TEST_F(G94Errors, ElementTwice) {
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n****\nh 0\nS 1 1.00\n2.0 1.0\n****\n"),
            "5: element H is given twice; remove one of the two");
}

TEST_F(G94Errors, ElementWithoutShells) {
  EXPECT_EQ(refusal("H 0\n****\n"), "1: element H has no shells; remove it or give its shells");
}

TEST_F(G94Errors, MissingSeparator) {
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n"), "3: the file ends inside element H; " + close_form);
  EXPECT_EQ(refusal("H 0\n"), "1: the file ends inside element H; " + close_form);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\nHe 0\nS 1 1.00\n1.0 1.0\n****\n"),
            "4: 'He 0' starts inside element H; " + close_form);
  EXPECT_EQ(refusal("P 0\nS 1 1.00\n1.0 1.0\nS 0\nS 1 1.00\n1.0 1.0\n****\n"),
            "4: 'S 0' starts inside element P; " + close_form);
}

TEST_F(G94Errors, UnknownShellLetter) {
  for (const char* letter : {"Q", "J", "SD", "SPD", "PS", "***", "spherical"}) {
    EXPECT_EQ(refusal("H 0\n" + std::string(letter) + " 1 1.00\n1.0 1.0\n****\n"),
              "2: unknown shell letter '" + std::string(letter) + "'; known ones are S P D F G H I K and SP");
  }
}

TEST_F(G94Errors, ShellHead) {
  EXPECT_EQ(refusal("H 0\nS\n1.0 1.0\n****\n"), "2: 'S' is not the head of a shell; " + shell_form);
  EXPECT_EQ(refusal("H 0\nS 1 1.00 2.00\n1.0 1.0\n****\n"),
            "2: 'S 1 1.00 2.00' is not the head of a shell; " + shell_form);
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
  EXPECT_EQ(refusal("H 0\n1.0 1.0\n****\n"),
            "2: '1.0 1.0' where a shell of H or '****' should start; " + shell_form);
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
    EXPECT_EQ(refusal("H 0\nS 1 1.00\n" + std::string(exponent) + " 1.0\n****\n"),
              "3: the exponent '" + std::string(exponent) +
                  "' is not positive and finite; give it in bohr^-2, above 0");
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

// As the Basis Set Exchange writes them: after all shells, under a second line of the element.
TEST_F(G94Errors, EffectiveCorePotential) {
  const std::string wrong = " is an effective core potential, and fockproxy has none; use an all-electron basis set";
  const std::string potential = "d-ul potential\n  1\n2 1.0 0.0\n";
  EXPECT_EQ(refusal("I 0\nS 1 1.00\n1.0 1.0\n****\n\nI     0\nI-ECP     3     28\n" + potential),
            "7: 'I-ECP 3 28'" + wrong);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n****\n\nI     0\nI-ECP     3     28\n" + potential),
            "7: 'I-ECP 3 28'" + wrong);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\nH-ECP 3 28\n"), "4: 'H-ECP 3 28'" + wrong);
  EXPECT_EQ(refusal("H-ecp 3 28\n"), "1: 'H-ecp 3 28'" + wrong);
  EXPECT_EQ(refusal("H 0\nS 1 1.00\n1.0 1.0\n****\nECP\n"), "5: 'ECP'" + wrong);
}

}  // namespace
}  // namespace fockproxy
