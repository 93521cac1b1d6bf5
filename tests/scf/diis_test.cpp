#include "scf/diis.hpp"

#include <gtest/gtest.h>

#include "scf/orbitals.hpp"

namespace fockproxy {
namespace {

Matrix matrix(std::initializer_list<double> values) {
  Matrix m(1, static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), m.data());
  return m;
}

TEST(Diis, FindsTheCombinationWithoutError) {
  // Errors (2, 0) and (-1, 0): one third of the first and two thirds of the second.
  DiisSubspace subspace;
  Diis diis(8, subspace);
  diis.add({matrix({3, 0})}, {matrix({2, 0})});
  diis.add({matrix({0, 3})}, {matrix({-1, 0})});
  const auto fock = diis.extrapolate();
  EXPECT_NEAR(fock[0](0, 0), 1, 1e-12);
  EXPECT_NEAR(fock[0](0, 1), 2, 1e-12);
}

TEST(Diis, SharesCoefficientsBetweenSpins) {
  DiisSubspace subspace;
  Diis diis(8, subspace);
  diis.add({matrix({1}), matrix({10})}, {matrix({1}), matrix({0})});
  diis.add({matrix({2}), matrix({20})}, {matrix({0}), matrix({1})});
  const auto fock = diis.extrapolate();
  EXPECT_NEAR(fock[0](0, 0), 1.5, 1e-12);
  EXPECT_NEAR(fock[1](0, 0), 15, 1e-11);
}

TEST(Diis, ForgetsTheOldest) {
  DiisSubspace subspace;
  Diis diis(3, subspace);
  for (int i = 0; i < 10; ++i) diis.add({matrix({1.0 * i})}, {matrix({1.0 / (1 + i), 0.1 * i})});
  EXPECT_EQ(diis.entries(), 3);
  EXPECT_EQ(subspace.size(), 3u);
}

TEST(Diis, SurvivesRepeatedAndVanishingErrors) {
  DiisSubspace subspace;
  Diis diis(8, subspace);
  for (int i = 0; i < 4; ++i) diis.add({matrix({5, 6})}, {matrix({1e-9, 0})});
  EXPECT_NEAR(diis.extrapolate()[0](0, 0), 5, 1e-9);
  diis.add({matrix({7, 8})}, {matrix({0, 0})});
  EXPECT_EQ(diis.extrapolate()[0](0, 0), 7);
}

TEST(Diis, CopesWithErrorsOfManyMagnitudes) {
  DiisSubspace subspace;
  Diis diis(8, subspace);
  for (int i = 0; i < 8; ++i) {
    const double size = std::pow(10, -i);
    diis.add({matrix({1 + size})}, {matrix({size, size * size, size * (i % 3)})});
  }
  EXPECT_NEAR(diis.extrapolate()[0](0, 0), 1, 1e-6);
}

TEST(DiisError, IsTheCommutatorAndVanishesForTheDensityOfTheFockMatrix) {
  std::srand(3);
  const Matrix r = Matrix::Random(9, 9);
  const Matrix fock = r + r.transpose();
  const Matrix overlap = r * r.transpose() + Matrix::Identity(9, 9);
  const Matrix x = canonical_orthogonalization(overlap, 1e-7).x;
  const Matrix density = density_of(solve_roothaan(fock, x), 4);
  EXPECT_LT(largest_element({diis_error(fock, density, overlap, x)}), 1e-12);

  const Matrix other = r * r.transpose();
  const Matrix commutator = x.transpose() * (other * density * overlap - overlap * density * other) * x;
  EXPECT_GT(largest_element({commutator}), 1e-3);
  EXPECT_LT(largest_element({diis_error(other, density, overlap, x) - commutator}), 1e-12);
}

}  // namespace
}  // namespace fockproxy
