// Products and eigenvectors of whole matrices in the memory of one process: Eigen, compiled once for each instruction
// set, because a program for any x86-64 processor would otherwise use two lanes of eight.
#pragma once

#include <span>
#include <string_view>

namespace fockproxy {

struct Factor {
  const double* elements;
  bool transposed;  // in the product
};

// One instruction set. Matrices are column-major without gaps. The functions are local, throw nothing and may run in
// several threads at once. Their results depend on the instruction set in the last bits, and on nothing else.
struct DenseKernels {
  std::string_view name;  // of eri::simd_paths(), which has the same ones

  // c = op(a) op(b), rows x columns, with `inner` terms in each element.
  void (*multiply)(double* c, long rows, long columns, long inner, Factor a, Factor b);
  // The `count` lowest eigenvalues, ascending, and their orthonormal eigenvectors, size x count, of a symmetric matrix
  // of finite elements; its lower triangle is read. False where the iteration did not converge.
  //
  // Householder's reduction to a tridiagonal matrix; then all pairs by implicit QR steps, or at most half of them by
  // LAPACK's dstemr (Dhillon & Parlett, Linear Algebra Appl. 387, 1, 2004) where the program was built with LAPACK.
  bool (*lowest_eigenpairs)(const double* symmetric, long size, long count, double* values, double* vectors);
};

// What this processor can execute, the slowest first: the first are for any.
std::span<const DenseKernels> dense_kernels();
// The kernels of that name; the fastest ones for "auto", and for a name that this processor lacks.
const DenseKernels& dense_kernels(std::string_view name);

}  // namespace fockproxy
