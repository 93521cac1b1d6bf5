// The density of one task: its six blocks of D, as its recomputation takes them.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"
#include "tasks/shell_maxima.hpp"
#include "verification/drawn_tasks.hpp"

namespace fockproxy {

// Functions and shells are those of the basis; only those of the task's blocks may be asked for, and only pairs that
// are in one of the six. Not thread-safe; basis and partition must outlive it.
class TaskDensity {
 public:
  TaskDensity(const BasisSet& basis, const BlockPartition& partition, int spins);

  // Until the next.
  void set(const DrawnTask& task);

  // As add_exact_quartet() (verification/exact_digestion.hpp) asks.
  int spins() const { return static_cast<int>(exchange_.size()); }
  double coulomb(int f, int g) const { return coulomb_(place_[f], place_[g]); }
  double exchange(int spin, int f, int g) const { return exchange_[spin](place_[f], place_[g]); }

  // ShellMaxima::factor() of the shells that share their primitives with a, b, c and d (chem/basis_set.hpp).
  double factor(int a, int b, int c, int d) const {
    return groups_.factor(shell_place_[a], shell_place_[b], shell_place_[c], shell_place_[d]);
  }
  // The sum of the sizes of all elements of two shells; of exchange, the larger spin's.
  double coulomb_sum(int a, int b) const { return coulomb_sum_(shell_place_[a], shell_place_[b]); }
  double exchange_sum(int a, int b) const { return exchange_sum_(shell_place_[a], shell_place_[b]); }

 private:
  void place(const Task& task);
  void fill(int row, int column, const double* block);
  void sum_up(int row, int column);
  void spread_over_groups(Matrix& largest) const;

  const BasisSet& basis_;
  const BlockPartition& partition_;
  std::vector<int> place_, shell_place_;  // in the matrices below, by function and by shell; of this task's blocks
  std::vector<int> shells_;               // the other way
  SpinMatrices exchange_;
  Matrix coulomb_;
  ShellMaxima groups_{0};
  Matrix coulomb_sum_, exchange_sum_;
};

}  // namespace fockproxy
