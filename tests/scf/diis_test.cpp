#include "scf/diis.hpp"

#include <gtest/gtest.h>

#include "scf/local_matrices.hpp"
#include "scf/orbitals.hpp"

namespace fockproxy {
namespace {

DenseMatrix matrix(std::initializer_list<double> values) {
  Matrix m(1, static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), m.data());
  return dense(m);
}

TEST(Diis, FindsTheCombinationWithoutError) {
  // Errors (2, 0) and (-1, 0): one third of the first and two thirds of the second.
  DiisSubspace subspace;
  Diis diis(8, subspace);
  diis.add({matrix({3, 0})}, {matrix({2, 0})});
  diis.add({matrix({0, 3})}, {matrix({-1, 0})});
  const SpinMatrices fock = whole(diis.extrapolate());
  EXPECT_NEAR(fock[0](0, 0), 1, 1e-12);
  EXPECT_NEAR(fock[0](0, 1), 2, 1e-12);
}

TEST(Diis, SharesCoefficientsBetweenSpins) {
  DiisSubspace subspace;
  Diis diis(8, subspace);
  diis.add({matrix({1}), matrix({10})}, {matrix({1}), matrix({0})});
  diis.add({matrix({2}), matrix({20})}, {matrix({0}), matrix({1})});
  const SpinMatrices fock = whole(diis.extrapolate());
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
  EXPECT_NEAR(whole(diis.extrapolate()[0])(0, 0), 5, 1e-9);
  diis.add({matrix({7, 8})}, {matrix({0, 0})});
  EXPECT_EQ(whole(diis.extrapolate()[0])(0, 0), 7);
}

TEST(Diis, CopesWithErrorsOfManyMagnitudes) {
  DiisSubspace subspace;
  Diis diis(8, subspace);
  for (int i = 0; i < 8; ++i) {
    const double size = std::pow(10, -i);
    diis.add({matrix({1 + size})}, {matrix({size, size * size, size * (i % 3)})});
  }
  EXPECT_NEAR(whole(diis.extrapolate()[0])(0, 0), 1, 1e-6);
}

TEST(DiisError, IsTheCommutatorAndVanishesForTheDensityOfTheFockMatrix) {
  std::srand(3);
  const Matrix r = Matrix::Random(9, 9);
  const Matrix fock = r + r.transpose();
  const Matrix overlap = r * r.transpose() + Matrix::Identity(9, 9);
  Algebra& algebra = local_algebra();
  const Orthogonalization orthogonal = canonical_orthogonalization(algebra, dense(overlap), 1e-7);
  const DenseMatrix& x = orthogonal.x;
  const DenseMatrix density = density_of(algebra, solve_roothaan(algebra, dense(fock), x), 4);
  EXPECT_LT(largest_element({transformed_fock(algebra, dense(fock), density, orthogonal).error}), 1e-12);

  const Matrix other = r * r.transpose(), d = whole(density), w = whole(x);
  const Matrix commutator = w.transpose() * (other * d * overlap - overlap * d * other) * w;
  EXPECT_GT(commutator.cwiseAbs().maxCoeff(), 1e-3);
  const TransformedFock transformed = transformed_fock(algebra, dense(other), density, orthogonal);
  EXPECT_LT((whole(transformed.error) - commutator).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((whole(transformed.fock) - w.transpose() * other * w).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace fockproxy
