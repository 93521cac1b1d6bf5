// Products and eigenvectors of whole matrices in the memory of one process. They use Eigen, compiled once for each
// instruction set, because a program for any x86-64 processor would otherwise use two lanes of eight.
#pragma once

#include <span>
#include <string_view>

namespace fockproxy {

struct Factor {
  const double* elements;
  bool transposed;  // in the product
};

// The functions for one instruction set. Matrices are column-major without gaps. The functions are local and
// thread-safe, and throw nothing. Only the instruction set changes the last bits of their results.
struct DenseKernels {
  std::string_view name;  // as in eri::simd_paths(), which has the same names

  // c = op(a) op(b), rows x columns, with `inner` terms in each element.
  void (*multiply)(double* c, long rows, long columns, long inner, Factor a, Factor b);
  // The `count` lowest eigenvalues, ascending, and their orthonormal eigenvectors, size x count, of a symmetric matrix
  // with finite elements. Only its lower triangle is read. Returns false if the iteration did not converge.
  //
  // The method is Householder's reduction to a tridiagonal matrix. Implicit QR steps then give all pairs. LAPACK's
  // dstemr (Dhillon & Parlett, Linear Algebra Appl. 387, 1, 2004) gives at most half of them, if the program was built
  // with LAPACK.
  bool (*lowest_eigenpairs)(const double* symmetric, long size, long count, double* values, double* vectors);
};

// The instruction sets of this processor, the slowest first; each processor has the first ones.
std::span<const DenseKernels> dense_kernels();
// The kernels of that name. The fastest ones for "auto" and for a name that this processor lacks.
const DenseKernels& dense_kernels(std::string_view name);

}  // namespace fockproxy
