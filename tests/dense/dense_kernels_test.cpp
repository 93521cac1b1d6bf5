// The kernels of every instruction set of this processor, compared with plain sums.
#include "dense/dense_kernels.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "dense/dense_matrix.hpp"
#include "dense/random_matrix.hpp"

namespace fockproxy {
namespace {

double deviation(const ColumnMatrix& m) { return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff(); }

TEST(DenseKernels, AreFoundByName) {
  EXPECT_EQ(dense_kernels("portable").name, "portable");
  EXPECT_EQ(dense_kernels("auto").name, dense_kernels().back().name);
  EXPECT_EQ(dense_kernels().front().name, "portable");
}

TEST(DenseKernels, Multiply) {
  const int rows = 37, columns = 29, inner = 53;
  const ColumnMatrix a = random_matrix(rows, inner), b = random_matrix(inner, columns);
  const ColumnMatrix at = a.transpose(), bt = b.transpose();
  ColumnMatrix exact = ColumnMatrix::Zero(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      for (int k = 0; k < inner; ++k) exact(i, j) += a(i, k) * b(k, j);
  for (const DenseKernels& kernels : dense_kernels())
    for (const bool ta : {false, true})
      for (const bool tb : {false, true}) {
        ColumnMatrix c(rows, columns);
        kernels.multiply(c.data(), rows, columns, inner, {(ta ? at : a).data(), ta}, {(tb ? bt : b).data(), tb});
        EXPECT_LT(deviation(c - exact), 1e-13 * inner) << kernels.name << ta << tb;
      }
}

// For any alignment of the matrices, in steps of one number.
TEST(DenseKernels, GiveTheSameBitsAtEveryAlignment) {
  const auto same = [](auto compute, long elements) {
    std::vector<double> first(static_cast<std::size_t>(elements)), other(first);
    compute(0, first.data());
    for (int shift = 1; shift < 8; ++shift) {
      compute(shift, other.data());
      if (other != first) return false;
    }
    return true;
  };
  std::vector<double> a(5000), b(5000), c(5000), d(5000);
  const auto place = [](std::vector<double>& memory, const ColumnMatrix& m, int shift) {
    std::copy_n(m.data(), m.size(), memory.data() + shift);
    return memory.data() + shift;
  };
  for (const DenseKernels& kernels : dense_kernels())
    for (const auto& [rows, columns, inner] :
         {std::array{7, 7, 5}, std::array{7, 5, 7}, std::array{1, 40, 41}, std::array{41, 1, 40}, std::array{3, 4, 5},
          std::array{37, 29, 53}, std::array{11, 10, 9}, std::array{33, 2, 64}}) {
      const ColumnMatrix x = random_matrix(rows, inner), y = random_matrix(inner, columns);
      const ColumnMatrix xt = x.transpose(), yt = y.transpose();
      for (const bool tx : {false, true})
        for (const bool ty : {false, true})
          EXPECT_TRUE(same(
              [&](int shift, double* result) {
                kernels.multiply(c.data() + shift, rows, columns, inner, {place(a, tx ? xt : x, shift), tx},
                                 {place(b, ty ? yt : y, (3 * shift) % 8), ty});
                std::copy_n(c.data() + shift, rows * columns, result);
              },
              rows * columns))
              << kernels.name << " " << rows << " " << columns << " " << inner << tx << ty;
    }
  const ColumnMatrix m = random_matrix(45, 45), s = m + m.transpose();
  for (const DenseKernels& kernels : dense_kernels())
    for (const int count : {7, 45})
      EXPECT_TRUE(same(
          [&](int shift, double* result) {
            kernels.lowest_eigenpairs(place(a, s, shift), 45, count, c.data() + shift, d.data() + shift);
            std::copy_n(d.data() + shift, 45 * count, result);
          },
          45 * count))
          << kernels.name << " " << count;
}

// Ten of the lowest twenty eigenvalues are equal, and the next is equal again, so any vectors of this space are
// correct.
TEST(DenseKernels, FindEigenpairsOfAMatrixWithEqualEigenvalues) {
  const int n = 60;
  Vector eigenvalues = Vector::LinSpaced(n, -3, 5);
  eigenvalues.segment(10, 12).setConstant(eigenvalues[10]);
  const Matrix q = random_orthogonal(n);
  const Matrix product = q * eigenvalues.asDiagonal() * q.transpose();
  const ColumnMatrix s = (product + product.transpose()) / 2;
  for (const DenseKernels& kernels : dense_kernels())
    for (const int count : {0, 1, 20, 30, 31, 60}) {
      Vector values(count);
      ColumnMatrix v(n, count);
      ASSERT_TRUE(kernels.lowest_eigenpairs(s.data(), n, count, values.data(), v.data()));
      EXPECT_LT(deviation(values - eigenvalues.head(count)), 1e-12) << kernels.name << " " << count;
      EXPECT_LT(deviation(s * v - v * values.asDiagonal()), 1e-12) << kernels.name << " " << count;
      EXPECT_LT(deviation(v.transpose() * v - ColumnMatrix::Identity(count, count)), 1e-12)
          << kernels.name << " " << count;
    }
}

// Uncoupled blocks, one of them diagonal: the reduction ends in several matrices.
TEST(DenseKernels, FindEigenpairsOfAMatrixThatFallsApart) {
  const int n = 12;
  ColumnMatrix s = ColumnMatrix::Zero(n, n);
  s.diagonal() = Vector::LinSpaced(n, 1, -1);
  s(3, 2) = s(2, 3) = 0.25;
  for (const DenseKernels& kernels : dense_kernels()) {
    Vector values(4);
    ColumnMatrix v(n, 4);
    ASSERT_TRUE(kernels.lowest_eigenpairs(s.data(), n, 4, values.data(), v.data()));
    EXPECT_LT(deviation(s * v - v * values.asDiagonal()), 1e-13) << kernels.name;
    EXPECT_LT(deviation(v.transpose() * v - ColumnMatrix::Identity(4, 4)), 1e-13) << kernels.name;
  }
}

}  // namespace
}  // namespace fockproxy
