#include "dense/scalapack_algebra.hpp"

#include <cmath>

#include "dense/algebra.hpp"

extern "C" {
int Csys2blacs_handle(MPI_Comm);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_gridexit(int context);
void pdgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k, const double* alpha,
             const double* a, const int* ia, const int* ja, const int* desc_a, const double* b, const int* ib,
             const int* jb, const int* desc_b, const double* beta, double* c, const int* ic, const int* jc,
             const int* desc_c);
void pdtran_(const int* m, const int* n, const double* alpha, const double* a, const int* ia, const int* ja,
             const int* desc_a, const double* beta, double* c, const int* ic, const int* jc, const int* desc_c);
void pdsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* ia, const int* ja,
              const int* desc_a, double* w, double* z, const int* iz, const int* jz, const int* desc_z, double* work,
              const int* lwork, int* iwork, const int* liwork, int* info);
}

namespace fockproxy {

namespace {

constexpr int block = 32;  // rows and columns
constexpr int one = 1;
constexpr double unity = 1, nothing = 0;

char letter(Op op) { return op == Op::plain ? 'N' : 'T'; }

}  // namespace

ScalapackAlgebra::ScalapackAlgebra(const Communicator& comm) : Algebra(ProcessGrid::of_all(comm, block)) {
  context_ = Csys2blacs_handle(comm.handle());
  Cblacs_gridinit(&context_, "Row-major", grid().rows(), grid().columns());
}

// Does not free the handle of the communicator: some versions would also free what other objects of the process use.
ScalapackAlgebra::~ScalapackAlgebra() { Cblacs_gridexit(context_); }

DenseMatrix ScalapackAlgebra::multiply(Op op_a, const DenseMatrix& a, Op op_b, const DenseMatrix& b) {
  DenseMatrix c = zeros(op_a == Op::plain ? a.rows() : a.columns(), op_b == Op::plain ? b.columns() : b.rows());
  const int m = static_cast<int>(c.rows()), n = static_cast<int>(c.columns());
  const int k = static_cast<int>(op_a == Op::plain ? a.columns() : a.rows());
  if (m == 0 || n == 0 || k == 0) return c;
  const char letter_a = letter(op_a), letter_b = letter(op_b);
  const Descriptor of_a = descriptor(a), of_b = descriptor(b), of_c = descriptor(c);
  pdgemm_(&letter_a, &letter_b, &m, &n, &k, &unity, a.local().data(), &one, &one, of_a.data(), b.local().data(), &one,
          &one, of_b.data(), &nothing, c.local().data(), &one, &one, of_c.data());
  return c;
}

DenseMatrix ScalapackAlgebra::transpose(const DenseMatrix& matrix) {
  DenseMatrix result = zeros(matrix.columns(), matrix.rows());
  const int m = static_cast<int>(result.rows()), n = static_cast<int>(result.columns());
  if (m == 0 || n == 0) return result;
  const Descriptor from = descriptor(matrix), to = descriptor(result);
  pdtran_(&m, &n, &unity, matrix.local().data(), &one, &one, from.data(), &nothing, result.local().data(), &one, &one,
          to.data());
  return result;
}

Eigenpairs ScalapackAlgebra::diagonalise(const DenseMatrix& symmetric, DenseMatrix::Index count) {
  Eigenpairs pairs{Vector(symmetric.rows()), zeros(symmetric.rows(), symmetric.rows())};
  const Communicator& comm = grid().comm();
  // The iterations of the solver may not end for such values.
  if (!std::isfinite(largest_element({symmetric}))) throw AgreedComputationError(not_finite);
  if (symmetric.rows() > 0) {
    DenseMatrix destroyed = symmetric;
    solve(destroyed, pairs, static_cast<int>(count));
  }
  comm.broadcast(std::span(pairs.values.data(), static_cast<std::size_t>(pairs.values.size())));
  if (count == symmetric.rows()) return pairs;
  return {pairs.values.head(count), pairs.vectors.leading_columns(count)};
}

ScalapackAlgebra::Descriptor ScalapackAlgebra::descriptor(const DenseMatrix& m) const {
  const int leading = std::max(1, static_cast<int>(m.local().rows()));
  return {1, context_, static_cast<int>(m.rows()), static_cast<int>(m.columns()), block, block, 0, 0, leading};
}

// Divide and conquer computes all eigenvectors or none.
void ScalapackAlgebra::solve(DenseMatrix& matrix, Eigenpairs& pairs, int) {
  const int n = static_cast<int>(matrix.rows());
  const Descriptor of_a = descriptor(matrix), of_z = descriptor(pairs.vectors);
  int info = 0, integers = 0, ask = -1;
  double size = 0;
  const auto call = [&](double* work, int* lwork, int* iwork, int* liwork) {
    pdsyevd_("V", "L", &n, matrix.local().data(), &one, &one, of_a.data(), pairs.values.data(),
             pairs.vectors.local().data(), &one, &one, of_z.data(), work, lwork, iwork, liwork, &info);
  };
  call(&size, &ask, &integers, &ask);
  // The workspace query leaves out the back-transformation (pdormtr), which matters most on ranks with few columns.
  const auto local = matrix.local().rows() + matrix.local().cols();
  int doubles = static_cast<int>(size) + block * static_cast<int>(local + 4 * block) + 8 * n;
  integers = std::max(integers, 7 * n + 8 * grid().columns() + 2);
  std::vector<double> work(static_cast<std::size_t>(doubles));
  std::vector<int> iwork(static_cast<std::size_t>(integers));
  call(work.data(), &doubles, iwork.data(), &integers);
  const Communicator& comm = grid().comm();
  if (comm.min(info) != 0 || comm.max(info) != 0)
    throw AgreedComputationError("pdsyevd of ScaLAPACK failed (info " + std::to_string(info) + ")");
}

std::unique_ptr<Algebra> make_scalapack_algebra(const Communicator& comm, std::string_view) {
  return std::make_unique<ScalapackAlgebra>(comm);
}

}  // namespace fockproxy
