// The density of one task, its six blocks of D, in the form for its recomputation.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"
#include "tasks/shell_maxima.hpp"
#include "verification/drawn_tasks.hpp"

namespace fockproxy {

// Functions and shells are those of the basis. Only those of the task's blocks are allowed, and only pairs in one of
// its six blocks. Not thread-safe; basis and partition must outlive it.
class TaskDensity {
 public:
  TaskDensity(const BasisSet& basis, const BlockPartition& partition, int spins);

  // Sets the task, until the next call.
  void set(const DrawnTask& task);

  // The interface for add_exact_quartet() (verification/exact_digestion.hpp).
  int spins() const { return static_cast<int>(exchange_.size()); }
  double coulomb(int f, int g) const { return coulomb_(place_[f], place_[g]); }
  double exchange(int spin, int f, int g) const { return exchange_[spin](place_[f], place_[g]); }

  // ShellMaxima::factor() of the shells that share their primitives with a, b, c and d (chem/basis_set.hpp).
  double factor(int a, int b, int c, int d) const {
    return groups_.factor(shell_place_[a], shell_place_[b], shell_place_[c], shell_place_[d]);
  }
  // The sum of the absolute values of all elements of two shells; for exchange, the larger spin.
  double coulomb_sum(int a, int b) const { return coulomb_sum_(shell_place_[a], shell_place_[b]); }
  double exchange_sum(int a, int b) const { return exchange_sum_(shell_place_[a], shell_place_[b]); }

 private:
  void place(const Task& task);
  void fill(int row, int column, const double* block);
  void sum_up(int row, int column);
  void spread_over_groups(Matrix& largest) const;

  const BasisSet& basis_;
  const BlockPartition& partition_;
  std::vector<int> place_, shell_place_;  // by function and by shell of this task's blocks: index in the matrices below
  std::vector<int> shells_;               // the inverse
  SpinMatrices exchange_;
  Matrix coulomb_;
  ShellMaxima groups_{0};
  Matrix coulomb_sum_, exchange_sum_;
};

}  // namespace fockproxy
