// The dense matrix types for whole matrices in the atomic-orbital basis.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace fockproxy {

// Row-major, so that a block (I,J) of rows is contiguous in memory and in messages.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using IntegerMatrix = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
// A view of memory that another object owns. The owner must outlive it.
using MatrixView = Eigen::Map<const Matrix>;
inline MatrixView view_of(const Matrix& matrix) { return {matrix.data(), matrix.rows(), matrix.cols()}; }

// One matrix for a restricted calculation, two (alpha, beta) for an unrestricted one.
// For densities: D = C_occ C_occ^T for RHF, D^alpha and D^beta for UHF.
using SpinMatrices = std::vector<Matrix>;

}  // namespace fockproxy
