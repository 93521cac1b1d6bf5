#include "chem/elements.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace fockproxy {
namespace {

TEST(Elements, SymbolsAreFoundInAnyCase) {
  EXPECT_EQ(nuclear_charge("H"), 1);
  EXPECT_EQ(nuclear_charge("He"), 2);
  EXPECT_EQ(nuclear_charge("he"), 2);
  EXPECT_EQ(nuclear_charge("HE"), 2);
  EXPECT_EQ(nuclear_charge("hE"), 2);
  EXPECT_EQ(nuclear_charge("Kr"), 36);
  EXPECT_EQ(nuclear_charge("I"), 53);
  EXPECT_EQ(nuclear_charge("U"), 92);
  EXPECT_EQ(nuclear_charge("Og"), 118);
}

TEST(Elements, OtherWordsAreNoElements) {
  for (const char* word : {"", "X", "Xx", "H1", "Hel", "H ", " H", "8", "-H", "\xc3\xa9"}) {
    EXPECT_EQ(nuclear_charge(word), 0) << "'" << word << "'";
  }
}

TEST(Elements, SymbolAndChargeAreInverse) {
  std::set<std::string> seen;
  for (int charge = 1; charge <= 118; ++charge) {
    const std::string symbol = element_symbol(charge);
    EXPECT_EQ(nuclear_charge(symbol), charge) << symbol;
    EXPECT_TRUE(seen.insert(symbol).second) << symbol;
  }
  EXPECT_EQ(element_symbol(2), "He");
}

TEST(Elements, NobleGasesStandWhereTheyShould) {
  EXPECT_EQ(element_symbol(10), "Ne");
  EXPECT_EQ(element_symbol(18), "Ar");
  EXPECT_EQ(element_symbol(36), "Kr");
  EXPECT_EQ(element_symbol(54), "Xe");
  EXPECT_EQ(element_symbol(86), "Rn");
}

TEST(GroundConfiguration, HoldsAllElectrons) {
  for (int charge = 1; charge <= last_element; ++charge) {
    const auto electrons = ground_configuration(charge);
    EXPECT_EQ(std::accumulate(electrons.begin(), electrons.end(), 0), charge) << element_symbol(charge);
    for (const int n : electrons) {
      EXPECT_GE(n, 0);
    }
  }
}

TEST(GroundConfiguration, KnownAtoms) {
  using Configuration = std::array<int, 4>;
  EXPECT_EQ(ground_configuration(1), (Configuration{1, 0, 0, 0}));
  EXPECT_EQ(ground_configuration(2), (Configuration{2, 0, 0, 0}));
  EXPECT_EQ(ground_configuration(3), (Configuration{3, 0, 0, 0}));
  EXPECT_EQ(ground_configuration(7), (Configuration{4, 3, 0, 0}));
  EXPECT_EQ(ground_configuration(10), (Configuration{4, 6, 0, 0}));
  EXPECT_EQ(ground_configuration(18), (Configuration{6, 12, 0, 0}));
  EXPECT_EQ(ground_configuration(19), (Configuration{7, 12, 0, 0}));   // K: 4s before 3d
  EXPECT_EQ(ground_configuration(20), (Configuration{8, 12, 0, 0}));   // Ca
  EXPECT_EQ(ground_configuration(21), (Configuration{8, 12, 1, 0}));   // Sc
  EXPECT_EQ(ground_configuration(23), (Configuration{8, 12, 3, 0}));   // V
  EXPECT_EQ(ground_configuration(24), (Configuration{7, 12, 5, 0}));   // Cr: 3d5 4s1
  EXPECT_EQ(ground_configuration(25), (Configuration{8, 12, 5, 0}));   // Mn
  EXPECT_EQ(ground_configuration(28), (Configuration{8, 12, 8, 0}));   // Ni
  EXPECT_EQ(ground_configuration(29), (Configuration{7, 12, 10, 0}));  // Cu: 3d10 4s1
  EXPECT_EQ(ground_configuration(30), (Configuration{8, 12, 10, 0}));  // Zn
  EXPECT_EQ(ground_configuration(31), (Configuration{8, 13, 10, 0}));  // Ga
  EXPECT_EQ(ground_configuration(36), (Configuration{8, 18, 10, 0}));  // Kr
}

}  // namespace
}  // namespace fockproxy
