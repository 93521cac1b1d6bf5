#include "scf/orbitals.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "integrals/one_electron.hpp"
#include "scf/local_matrices.hpp"
#include "scf/scf_case.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

Matrix random_symmetric(int n) {
  std::srand(7);
  const Matrix m = Matrix::Random(n, n);
  return m + m.transpose();
}

TEST(CanonicalOrthogonalization, MakesTheOverlapTheIdentity) {
  const Matrix m = random_symmetric(12);
  const Matrix overlap = m * m.transpose() + Matrix::Identity(12, 12);
  const Orthogonalization result = canonical_orthogonalization(local_algebra(), dense(overlap), 1e-7);
  EXPECT_EQ(result.dropped, 0);
  const Matrix x = whole(result.x);
  EXPECT_LT((x.transpose() * overlap * x - Matrix::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(CanonicalOrthogonalization, DropsLinearDependence) {
  // Ten functions; the last is twice the first, except for 1e-5.
  Matrix c = Matrix::Identity(10, 10);
  c.row(9) = 2 * c.row(0) + 1e-5 * c.row(9);
  const Matrix overlap = c * c.transpose();
  const Orthogonalization result = canonical_orthogonalization(local_algebra(), dense(overlap), 1e-7);
  EXPECT_EQ(result.dropped, 1);
  const Matrix x = whole(result.x);
  EXPECT_EQ(x.cols(), 9);
  EXPECT_LT(result.smallest_eigenvalue, 1e-9);
  EXPECT_LT((x.transpose() * overlap * x - Matrix::Identity(9, 9)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_EQ(canonical_orthogonalization(local_algebra(), dense(overlap), 1e-12).dropped, 0);
}

TEST(Roothaan, SolvesTheGeneralisedEigenproblem) {
  const Matrix m = random_symmetric(8);
  const Matrix overlap = m * m.transpose() + Matrix::Identity(8, 8);
  const Matrix fock = random_symmetric(8);
  const DenseMatrix x = canonical_orthogonalization(local_algebra(), dense(overlap), 1e-7).x;
  const Orbitals orbitals = solve_roothaan(local_algebra(), dense(fock), x);
  const Matrix c = whole(orbitals.coefficients);
  EXPECT_LT((fock * c - overlap * c * orbitals.energies.asDiagonal()).cwiseAbs().maxCoeff(), 1e-10);
  const Matrix density = whole(density_of(local_algebra(), orbitals, 3));
  EXPECT_NEAR((density * overlap).trace(), 3, 1e-12);
  EXPECT_LT((density * overlap * density - density).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(whole(density_of(local_algebra(), orbitals, 0)).cwiseAbs().maxCoeff(), 0);
}

TEST(Roothaan, RefusesNumbersThatAreNotFinite) {
  Matrix fock = random_symmetric(4);
  fock(2, 1) = fock(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(solve_roothaan(local_algebra(), dense(fock), dense(Matrix::Identity(4, 4))), ComputationError);
}

TEST(LinearDependence, DroppedFunctionsAreReported) {
  ScfCase scf({"water.xyz", "cc-pvdz"});
  const HartreeFockProblem problem = make_problem(*scf.algebra, scf.molecule, scf.basis, {.overlap_threshold = 0.05});
  EXPECT_GT(problem.orthogonal.dropped, 0);
  const ScfResult result = run_scf(problem, {.density = make_guess(problem, GuessKind::sad).density}, scf.builder, {});
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.orbitals[0].energies.size(), scf.basis.functions() - problem.orthogonal.dropped);
  EXPECT_GT(result.energies.total(), -76.026769814631);  // fewer functions, higher energy
}

}  // namespace
}  // namespace fockproxy
