#include "eri/solid_harmonics.hpp"

#include <gtest/gtest.h>

#include "integrals/solid_harmonics.hpp"

namespace fockproxy {
namespace {

// The index of x^i y^j z^k in the lexicographic order of l = i + j + k.
int cartesian_place(const eri::Monomial& m) {
  const int yz = m.j + m.k;
  return yz * (yz + 1) / 2 + m.k;
}

TEST(EriSolidHarmonics, AreLibints) {
  for (int l = 2; l <= 6; ++l) {
    const auto functions = eri::shell_functions(l, true);
    const Matrix expected = solid_harmonics(l);
    ASSERT_EQ(static_cast<Eigen::Index>(functions.size()), expected.rows());
    Matrix found = Matrix::Zero(expected.rows(), expected.cols());
    for (std::size_t m = 0; m < functions.size(); ++m)
      for (const auto& term : functions[m]) found(m, cartesian_place(term)) += term.coefficient;
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-14) << "l = " << l;
  }
}

TEST(EriSolidHarmonics, CartesianFunctionsAreMonomialsInLexicographicOrder) {
  for (const auto& [l, spherical] : {std::pair(0, true), {1, true}, {1, false}, {3, false}}) {
    const auto functions = eri::shell_functions(l, spherical);
    ASSERT_EQ(static_cast<int>(functions.size()), (l + 1) * (l + 2) / 2);
    for (int f = 0; f < static_cast<int>(functions.size()); ++f) {
      ASSERT_EQ(functions[f].size(), 1u);
      EXPECT_EQ(cartesian_place(functions[f][0]), f);
      EXPECT_EQ(functions[f][0].coefficient, 1.0);
    }
  }
}

}  // namespace
}  // namespace fockproxy
