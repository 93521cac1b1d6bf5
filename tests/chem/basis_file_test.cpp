#include "chem/basis_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "chem/data_directory.hpp"
#include "chem/elements.hpp"
#include "scratch.hpp"

namespace fockproxy {
namespace {

using Numbers = std::vector<double>;

class ReadG94 : public ::testing::Test {
 protected:
  BasisFile read(std::string_view content) const { return read_g94(scratch_.write("sample.g94", content)); }
  ScratchDirectory scratch_;
};

TEST_F(ReadG94, ElementsAndShells) {
  const BasisFile basis = read(
      "! a comment\n"
      "\n"
      "H     0\n"
      "S    2   1.00\n"
      "      0.5447178000D+01       0.1562849787D+00\n"
      "      0.8245472400E+00       9.046908767e-01\n"
      "P    1   1.00\n"
      "      1.1       -1.0\n"
      "****\n"
      "He     0\n"
      "D    1   1.00\n"
      "      2       1\n"
      "****\n");
  EXPECT_EQ(basis.name, "sample");
  EXPECT_EQ(basis.path, scratch_.path() / "sample.g94");
  ASSERT_EQ(basis.elements.size(), 2u);
  const auto& hydrogen = basis.elements.at(1);
  ASSERT_EQ(hydrogen.size(), 2u);
  EXPECT_EQ(hydrogen[0].angular_momentum, 0);
  EXPECT_EQ(hydrogen[0].exponents, (Numbers{5.447178, 0.82454724}));
  EXPECT_EQ(hydrogen[0].coefficients, (Numbers{0.1562849787, 0.9046908767}));
  EXPECT_EQ(hydrogen[1].angular_momentum, 1);
  EXPECT_EQ(hydrogen[1].coefficients, (Numbers{-1.0}));
  ASSERT_EQ(basis.elements.at(2).size(), 1u);
  EXPECT_EQ(basis.elements.at(2)[0].angular_momentum, 2);
}

TEST_F(ReadG94, SpShellIsAnSThenAP) {
  for (const char* letters : {"SP", "sp", "L", "l"}) {
    const auto shells =
        read("Li 0\n" + std::string(letters) + " 2 1.00\n 0.5 -0.26 0.16\n 0.1 1.14 0.91\n****\n").elements.at(3);
    ASSERT_EQ(shells.size(), 2u) << letters;
    EXPECT_EQ(shells[0].angular_momentum, 0);
    EXPECT_EQ(shells[1].angular_momentum, 1);
    EXPECT_EQ(shells[0].exponents, (Numbers{0.5, 0.1}));
    EXPECT_EQ(shells[1].exponents, (Numbers{0.5, 0.1}));
    EXPECT_EQ(shells[0].coefficients, (Numbers{-0.26, 1.14}));
    EXPECT_EQ(shells[1].coefficients, (Numbers{0.16, 0.91}));
  }
}

TEST_F(ReadG94, LettersOfAllAngularMomenta) {
  const std::string letters = "SPDFGHIK";
  for (std::size_t l = 0; l < letters.size(); ++l) {
    for (const char letter : {letters[l], static_cast<char>(std::tolower(letters[l]))}) {
      const auto shells = read(std::string("Ne 0\n") + letter + " 1 1.00\n 1.0 1.0\n****\n").elements.at(10);
      ASSERT_EQ(shells.size(), 1u);
      EXPECT_EQ(shells[0].angular_momentum, static_cast<int>(l));
    }
  }
}

// The symbols of sulphur, phosphorus, fluorine, hydrogen, iodine and potassium are also letters of shells.
TEST_F(ReadG94, ElementsSpelledLikeShells) {
  for (const char* symbol : {"S", "P", "F", "H", "I", "K"}) {
    const BasisFile basis = read(std::string(symbol) + " 0\nS 1 1.00\n 1.0 1.0\n****\n");
    EXPECT_TRUE(basis.elements.contains(nuclear_charge(symbol))) << symbol;
  }
}

TEST_F(ReadG94, ScaleFactorMultipliesTheExponentTwice) {
  EXPECT_EQ(read("H 0\nS 1 1.20\n 2.0 1.0\n****\n").elements.at(1)[0].exponents[0], 2.0 * 1.2 * 1.2);
  EXPECT_EQ(read("H 0\nS 1 1.2D0\n 2.0 1.0\n****\n").elements.at(1)[0].exponents[0], 2.0 * 1.2 * 1.2);
  EXPECT_EQ(read("H 0\nS 1\n 2.0 1.0\n****\n").elements.at(1)[0].exponents[0], 2.0);
}

TEST_F(ReadG94, CommentsBlankLinesCaseAndLineEnds) {
  const BasisFile basis = read(
      "****\r\n"
      "hE   0  ! helium\r\n"
      "\r\n"
      "  s 1 1.00 ! a shell\r\n"
      "! between\r\n"
      "\t1.0\t0.5 ! a primitive\r\n"
      "****\r\n"
      "-LI 0\r\n"
      "S 1 1.00\r\n"
      "1.0 0.5\r\n"
      "**** ! the end\r\n"
      "\r\n");
  ASSERT_EQ(basis.elements.size(), 2u);
  EXPECT_EQ(basis.elements.at(2)[0].coefficients, (Numbers{0.5}));
  EXPECT_TRUE(basis.elements.contains(3));
}

TEST(SelfOverlap, OfOneAndTwoPrimitives) {
  EXPECT_DOUBLE_EQ(self_overlap({0, {2.0}, {1.0}}), 1.0);
  EXPECT_DOUBLE_EQ(self_overlap({3, {2.0}, {-0.5}}), 0.25);
  EXPECT_DOUBLE_EQ(self_overlap({0, {1.0, 1.0}, {0.5, 0.5}}), 1.0);
  // (2 sqrt(4) / 5)^(3/2) for s functions with exponents 1 and 4, ^(5/2) for p functions.
  EXPECT_DOUBLE_EQ(self_overlap({0, {1.0, 4.0}, {1.0, 1.0}}), 2 + 2 * std::pow(0.8, 1.5));
  EXPECT_DOUBLE_EQ(self_overlap({1, {1.0, 4.0}, {1.0, -1.0}}), 2 - 2 * std::pow(0.8, 2.5));
}

TEST(BasisNames, CanonicalSpelling) {
  for (const char* name : {"6-31G*", "6-31g*", "6-31G(d)", "6-31g(D)", "6-31g_st_", " 6-31G (d) "}) {
    EXPECT_EQ(canonical_basis_name(name), "6-31g_st_") << name;
  }
  for (const char* name : {"6-31G**", "6-31G(d,p)", "6-31g(d, p)", "6-31g_st__st_"}) {
    EXPECT_EQ(canonical_basis_name(name), "6-31g_st__st_") << name;
  }
  EXPECT_EQ(canonical_basis_name("CC-pVDZ"), "cc-pvdz");
  EXPECT_EQ(canonical_basis_name("STO-3G"), "sto-3g");
  EXPECT_EQ(canonical_basis_name("def2-SVP"), "def2-svp");
  EXPECT_EQ(canonical_basis_name(""), "");
}

TEST(BasisNames, DisplaySpelling) {
  EXPECT_EQ(display_basis_name("6-31g_st_"), "6-31g*");
  EXPECT_EQ(display_basis_name("6-311g_st__st_"), "6-311g**");
  EXPECT_EQ(display_basis_name("cc-pvdz"), "cc-pvdz");
}

TEST(BasisData, KnownSets) {
  const auto names = known_basis_sets(find_data_directory());
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const char* name : {"sto-3g", "3-21g", "6-31g", "6-31g*", "6-31g**", "6-311g**", "cc-pvdz", "cc-pvtz", "cc-pvqz",
                           "aug-cc-pvdz", "aug-cc-pvtz", "def2-svp", "def2-tzvp"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

TEST(BasisData, EveryKnownSetIsRead) {
  for (const std::string& name : known_basis_sets(find_data_directory())) {
    const BasisFile basis = find_basis(name, find_data_directory());
    EXPECT_EQ(basis.name, name);
    for (const int charge : {1, 2, 6, 7, 8, 9, 10, 15, 16, 17, 18}) {
      EXPECT_TRUE(basis.elements.contains(charge)) << name << " " << element_symbol(charge);
    }
    for (const auto& [charge, shells] : basis.elements) {
      EXPECT_LE(charge, last_element) << name;
      for (const Contraction& shell : shells) {
        EXPECT_GT(self_overlap(shell), 0) << name << " " << element_symbol(charge);
      }
    }
  }
}

// Hehre, Stewart & Pople, J. Chem. Phys. 51, 2657 (1969).
TEST(BasisData, HydrogenInSto3g) {
  const auto shells = find_basis("STO-3G", find_data_directory()).elements.at(1);
  ASSERT_EQ(shells.size(), 1u);
  ASSERT_EQ(shells[0].exponents.size(), 3u);
  EXPECT_NEAR(shells[0].exponents[0], 3.42525091, 1e-6);
  EXPECT_NEAR(shells[0].exponents[1], 0.62391373, 1e-6);
  EXPECT_NEAR(shells[0].exponents[2], 0.16885540, 1e-6);
  EXPECT_NEAR(shells[0].coefficients[0], 0.15432897, 1e-6);
  EXPECT_NEAR(self_overlap(shells[0]), 1.0, 1e-6);
}

TEST(FindBasis, ByNameInAnySpelling) {
  for (const char* name : {"6-31G(d)", "6-31g*", "6-31g_st_"}) {
    const BasisFile basis = find_basis(name, find_data_directory());
    EXPECT_EQ(basis.name, "6-31g*");
    EXPECT_EQ(basis.path, find_data_directory() / "basis" / "6-31g_st_.g94");
  }
}

TEST(FindBasis, ByPath) {
  const ScratchDirectory scratch;
  const auto file = scratch.write("my_st_basis", "H 0\nS 1 1.00\n 1.0 1.0\n****\n");
  EXPECT_EQ(find_basis(file.string(), find_data_directory()).name, "my_st_basis");
  EXPECT_TRUE(usage_error([] {
                find_basis("missing.g94", find_data_directory());
              }).starts_with("missing.g94: cannot be opened"));
}

TEST(FindBasis, UnknownNameListsTheKnownOnes) {
  const ScratchDirectory scratch;
  scratch.write("basis/sto-3g.g94", "");
  scratch.write("basis/6-31g_st_.g94", "");
  scratch.write("basis/README", "");
  EXPECT_EQ(usage_error([&] { find_basis("sto-3h", scratch.path()); }),
            "there is no basis set 'sto-3h' in " + (scratch.path() / "basis").string() +
                "; give the path of a Gaussian94 file or one of: 6-31g*, sto-3g");
  for (const char* name : {"", "..", "README", "a\nb"}) {
    EXPECT_TRUE(usage_error([&] { find_basis(name, scratch.path()); }).starts_with("there is no basis set '")) << name;
  }
}

}  // namespace
}  // namespace fockproxy
