// Computes single shell quartets with the kernels, for tests and Schwarz bounds.
#pragma once

#include <vector>

#include "eri/class_views.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy::eri {

// Not thread-safe: one per thread. The table must outlive it.
class QuartetEngine {
 public:
  QuartetEngine(const PairTable& table, const KernelSet& kernels);

  // Whether compute() uses single precision from now on, where that is possible (fits_single).
  void set_single(bool single) { single_ = single; }

  // (ab|cd) for all functions of four generalized shells, row-major [a][b][c][d], in hartree; valid until the next
  // call. nullptr if all integrals are below the precision of the table. The shells may have any order.
  const double* compute(int a, int b, int c, int d);

  // Writes max (ab|ab) over the components of each pair of columns to result[column of a * columns of b + column of b].
  // No quartet of the table's primitive pairs is neglected.
  void largest_self_repulsion(int a, int b, double* result);

 private:
  const KernelSet& kernels_for(const ShellPair& ket) const;  // with no more lanes than one pair can fill

  const PairTable& table_;
  const KernelSet& kernels_;
  ClassViews views_;
  Workspace workspace_;
  bool single_ = false;
  std::vector<double> kernel_order_, result_;
};

}  // namespace fockproxy::eri
