// Every solver compared with Eigen on whole matrices, for sizes below, at and above the block size.
#include "dense/algebra.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "dense/random_matrix.hpp"
#include "dense/whole_matrix.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

class EveryAlgebra : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    const SolverEntry& entry = *Choice<SolverEntry>(GetParam());
    if (!entry.make) GTEST_SKIP() << entry.unsupported;
    algebra_ = entry.make(testing::world(), "auto");
  }
  DenseMatrix spread(const Matrix& m) const { return distributed(algebra_->grid(), m); }

  std::unique_ptr<Algebra> algebra_;
};

double largest(const Matrix& m) { return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff(); }

TEST_P(EveryAlgebra, GivesBackWhatItWasGiven) {
  for (const int n : {1, 7, 32, 65, 100}) {
    const Matrix m = random_matrix(n, n / 2 + 1);
    EXPECT_EQ(whole(spread(m)), m) << n;
    const Matrix on_root = whole_on_root(spread(m));
    if (testing::world().is_root()) EXPECT_EQ(on_root, m);
    else EXPECT_EQ(on_root.size(), 0);
  }
}

TEST_P(EveryAlgebra, IsTakenApartAndPutTogetherByRows) {
  for (const int n : {1, 33, 100}) {
    const Matrix m = random_matrix(n, n + 5);
    const DenseMatrix from = spread(m);
    DenseMatrix to = spread(Matrix::Zero(n, n + 5)), sum = spread(Matrix::Zero(n, n + 5));
    for (Eigen::Index first = 0; first < n; first += 13) {
      const Eigen::Index count = std::min<Eigen::Index>(13, n - first);
      const Matrix rows = rows_on_root(from, first, count);
      if (testing::world().is_root()) {
        EXPECT_EQ(rows, m.middleRows(first, count));
      }
      set_rows_from_root(to, first, count, rows);
      Matrix one = m.middleRows(first, count);
      add_up_rows(sum, first, one);
    }
    EXPECT_EQ(whole(to), m) << n;
    EXPECT_LT(largest(whole(sum) - testing::world().size() * m), 1e-14 * testing::world().size()) << n;
  }
}

TEST_P(EveryAlgebra, Multiplies) {
  for (const int n : {1, 7, 33, 100}) {
    const int m = n / 2 + 1, k = 2 * n / 3 + 1;
    const Matrix a = random_matrix(m, k), b = random_matrix(k, n);
    const Matrix at = a.transpose(), bt = b.transpose(), c = a * b;
    const double rounding = 1e-13 * k;
    EXPECT_LT(largest(whole(algebra_->multiply(spread(a), spread(b))) - c), rounding);
    EXPECT_LT(largest(whole(algebra_->multiply(Op::transposed, spread(at), Op::plain, spread(b))) - c), rounding);
    EXPECT_LT(largest(whole(algebra_->multiply(Op::plain, spread(a), Op::transposed, spread(bt))) - c), rounding);
    EXPECT_LT(largest(whole(algebra_->multiply(Op::transposed, spread(at), Op::transposed, spread(bt))) - c), rounding);
    EXPECT_EQ(whole(algebra_->transpose(spread(a))), at);
  }
}

TEST_P(EveryAlgebra, MakesSymmetricToTheLastBit) {
  const Matrix m = random_matrix(70, 70);
  const Matrix s = whole(algebra_->symmetric_part(spread(m)));
  EXPECT_EQ(s, Matrix(s.transpose()));
  EXPECT_LT(largest(s - (m + m.transpose()) / 2), 1e-15);
}

TEST_P(EveryAlgebra, Diagonalises) {
  for (const int n : {1, 2, 31, 64, 97, 150}) {
    const Matrix m = random_matrix(n, n);
    const Matrix s = m + m.transpose();
    const Eigenpairs pairs = algebra_->diagonalise(spread(s));
    const Matrix v = whole(pairs.vectors);
    EXPECT_LT(largest(s * v - v * pairs.values.asDiagonal()), 1e-12 * n) << n;
    EXPECT_LT(largest(v.transpose() * v - Matrix::Identity(n, n)), 1e-13 * n) << n;
    EXPECT_TRUE(std::is_sorted(pairs.values.begin(), pairs.values.end()));
  }
}

TEST_P(EveryAlgebra, FindsTheLowestEigenpairs) {
  const int n = 97;
  const Matrix m = random_matrix(n, n);
  const Matrix s = m + m.transpose();
  const Vector all = algebra_->diagonalise(spread(s)).values;
  for (const int count : {0, 1, 20, 48, 60, 97}) {
    const Eigenpairs pairs = algebra_->diagonalise(spread(s), count);
    const Matrix v = whole(pairs.vectors);
    ASSERT_EQ(v.cols(), count);
    EXPECT_LT(largest(pairs.values - all.head(count)), 1e-12 * n) << count;
    EXPECT_LT(largest(s * v - v * pairs.values.asDiagonal()), 1e-12 * n) << count;
    EXPECT_LT(largest(v.transpose() * v - Matrix::Identity(count, count)), 1e-13 * n) << count;
  }
}

TEST_P(EveryAlgebra, KeepsDegenerateVectorsApart) {
  const Matrix q = random_orthogonal(60);
  Vector values = Vector::Constant(60, 1.5);
  values.head(20).setConstant(-2);
  const Matrix s = q * values.asDiagonal() * q.transpose();
  const Eigenpairs pairs = algebra_->diagonalise(algebra_->symmetric_part(spread(s)));
  const Matrix v = whole(pairs.vectors);
  EXPECT_LT(largest(v.transpose() * v - Matrix::Identity(60, 60)), 1e-12);
  EXPECT_LT(largest(pairs.values - values), 1e-12);
}

TEST_P(EveryAlgebra, RefusesNumbersThatAreNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Matrix m = Matrix::Identity(40, 40);
    m(39, 3) = m(3, 39) = bad;
    EXPECT_THROW(algebra_->diagonalise(spread(m)), ComputationError);
  }
}

TEST_P(EveryAlgebra, TakesPartsAndSums) {
  const Matrix a = random_matrix(50, 41), b = random_matrix(50, 41);
  const DenseMatrix da = spread(a), db = spread(b);
  EXPECT_EQ(whole(da.leading_columns(35)), Matrix(a.leftCols(35)));
  EXPECT_EQ(whole(da.leading_columns(0)).cols(), 0);
  EXPECT_NEAR(dot(da, db), a.cwiseProduct(b).sum(), 1e-12);
  const SpinDense one{da, db}, other{db, db};
  const std::vector<const SpinDense*> vectors{&one, &other};
  const Vector dots = dots_with_last(vectors);
  EXPECT_NEAR(dots[0], dot(da, db) + dot(db, db), 1e-12);
  EXPECT_NEAR(dots[1], 2 * dot(db, db), 1e-12);
  EXPECT_EQ(largest_element(one), std::max(largest(a), largest(b)));
  Vector factors = Vector::LinSpaced(41, 1, 2);
  DenseMatrix scaled = da;
  scaled.scale_columns(factors);
  EXPECT_EQ(whole(scaled), Matrix(a * factors.asDiagonal()));
  Matrix spoilt = a;
  spoilt(49, 40) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(largest_element({spread(spoilt), db})));
}

INSTANTIATE_TEST_SUITE_P(Solvers, EveryAlgebra, ::testing::Values("local", "scalapack", "elpa"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fockproxy
