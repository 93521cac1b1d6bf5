#include "dense/purification.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "dense/random_matrix.hpp"
#include "dense/whole_matrix.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

class Purification : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    const SolverEntry& entry = *Choice<SolverEntry>(GetParam());
    if (!entry.make) GTEST_SKIP() << entry.unsupported;
    algebra_ = entry.make(testing::world(), "auto");
  }
  // Of a matrix with these eigenvalues; how far it is from the projector on the lowest.
  double error(const Vector& values, int occupied) {
    const Matrix q = random_orthogonal(static_cast<int>(values.size()));
    const Matrix s = q * values.asDiagonal() * q.transpose();
    const Matrix exact = q.leftCols(occupied) * q.leftCols(occupied).transpose();
    const DenseMatrix spread = distributed(algebra_->grid(), Matrix((s + s.transpose()) / 2));
    const Matrix found = whole(purify(*algebra_, spread, occupied));
    EXPECT_EQ(found, Matrix(found.transpose()));
    return (found - exact).cwiseAbs().maxCoeff();
  }

  std::unique_ptr<Algebra> algebra_;
};

TEST_P(Purification, FindsTheLowestOrbitals) {
  Vector values(80);
  values << Vector::LinSpaced(20, -20, -0.5), Vector::LinSpaced(60, 0.2, 30);
  EXPECT_LT(error(values, 20), 1e-11);
}

TEST_P(Purification, NeedsNoOrbitalsToBeApartButTheTwoAtTheGap) {
  Vector values = Vector::Constant(40, 2);
  values.head(7).setConstant(-1);
  EXPECT_LT(error(values, 7), 1e-12);
}

TEST_P(Purification, TakesNoneAndAll) {
  const Vector values = Vector::LinSpaced(30, -1, 1);
  EXPECT_LT(error(values, 0), 1e-15);
  EXPECT_LT(error(values, 30), 1e-12);
  EXPECT_LT(error(Vector::Constant(1, -3), 1), 1e-15);
}

TEST_P(Purification, SaysThatAGapIsTooSmall) {
  Vector values = Vector::LinSpaced(30, -1, 1);
  values[10] = values[9];
  EXPECT_THROW(error(values, 10), ComputationError);
}

TEST_P(Purification, RefusesNumbersThatAreNotFinite) {
  Matrix m = Matrix::Identity(5, 5);
  m(2, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(purify(*algebra_, distributed(algebra_->grid(), m), 2), ComputationError);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Purification, ::testing::Values("local", "sp2"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fockproxy
