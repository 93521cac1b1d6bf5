// Products and eigenvectors of dense matrices, and the table of solvers that compute them.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "dense/dense_matrix.hpp"
#include "support/choice.hpp"
#include "support/error.hpp"

namespace fockproxy {

inline constexpr const char* not_finite =
    "a Fock, overlap or Hessian matrix cannot be diagonalised: it holds values that are not finite";

struct Eigenpairs {
  Vector values;        // the lowest ones, ascending; bitwise the same on every rank
  DenseMatrix vectors;  // orthonormal columns, in the order of the values
};

enum class Op { plain, transposed };

// A solver and the grid of its matrices. All members except grid() and zeros() are collective over the grid's
// communicator. Not thread-safe.
class Algebra {
 public:
  explicit Algebra(const ProcessGrid& grid) : grid_(grid) {}
  virtual ~Algebra() = default;
  Algebra(const Algebra&) = delete;
  Algebra& operator=(const Algebra&) = delete;

  const ProcessGrid& grid() const { return grid_; }
  DenseMatrix zeros(DenseMatrix::Index rows, DenseMatrix::Index columns) const { return {grid_, rows, columns}; }

  virtual DenseMatrix multiply(Op op_a, const DenseMatrix& a, Op op_b, const DenseMatrix& b) = 0;
  DenseMatrix multiply(const DenseMatrix& a, const DenseMatrix& b) { return multiply(Op::plain, a, Op::plain, b); }
  virtual DenseMatrix transpose(const DenseMatrix& matrix) = 0;
  // The `count` lowest eigenpairs of a symmetric matrix. Throws AgreedComputationError if the matrix has values that
  // are not finite.
  virtual Eigenpairs diagonalise(const DenseMatrix& symmetric, DenseMatrix::Index count) = 0;
  Eigenpairs diagonalise(const DenseMatrix& symmetric) { return diagonalise(symmetric, symmetric.rows()); }

  // (A + A^T) / 2, which is symmetric to the last bit.
  DenseMatrix symmetric_part(const DenseMatrix& matrix);

 private:
  ProcessGrid grid_;
};

// One line of the table of solvers.
struct SolverEntry {
  std::string_view name;
  std::string_view summary;
  // Local. `simd`: the name of an instruction set, or "auto", for the parts that this program computes itself. Null if
  // this build lacks the solver; `unsupported` then has the reason.
  std::unique_ptr<Algebra> (*make)(const Communicator&, std::string_view simd) = nullptr;
  std::string_view unsupported = "";
};

std::span<const SolverEntry> solver_table();
const SolverEntry& look_up(Type<SolverEntry>, std::string_view name);  // throws UsageError listing the known names

}  // namespace fockproxy
