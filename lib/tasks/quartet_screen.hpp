// Density-weighted Schwarz screening of shell quartets and of whole tasks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// The largest rounding error of an integral in single precision, relative to the product of its Schwarz bounds.
// Rounding is 6e-8 of every term, and the terms of an integral are larger than the integral. tests/eri checks every
// class of quartets against this limit.
constexpr double single_rounding = 3e-6;

// The limit for single precision, if quartets with a bound below `threshold` are skipped. A quartet whose bound on the
// contribution to an element of G is below this limit may be computed in single precision. Its rounding error is then
// at most a tenth of the bound of a skipped quartet.
constexpr double single_precision_limit(double threshold) { return 0.1 * threshold / single_rounding; }

// The tables for screening: shells x shells, symmetric. Each element is the largest over the contraction groups of its
// shells (largest_of_groups() of chem/contraction_groups.hpp). Another object owns the tables: their size grows with
// the square of the molecule, and the ranks of a node share one copy.
struct ShellTables {
  MatrixView schwarz;   // Q
  MatrixView coulomb;   // 4|D|; for UHF |D| is half of the total density
  MatrixView exchange;  // |D|; for UHF the larger of both spins
};

// A shell quartet is skipped if Q_ab Q_cd max(4|D_ab|, 4|D_cd|, |D_ac|, |D_ad|, |D_bc|, |D_bd|) < threshold (Haser &
// Ahlrichs, J. Comput. Chem. 10, 104 (1989)). |D| is the largest element of a shell block. For UHF the terms with
// factor 4 take half of the total density, and the others the larger spin. A task is skipped if the same expression
// over block maxima is below the threshold. Rounding is monotonic, so this removes only quartets that the quartet test
// would remove, and the set of computed quartets is the same at every grain. Immutable; thread-safe. The tables must
// outlive the object.
class QuartetScreen {
 public:
  // single_below: quartets with a bound below it may be computed in single precision; 0: none.
  QuartetScreen(const BlockPartition& partition, const ShellTables& tables, double threshold, double single_below = 0);

  double threshold() const { return threshold_; }
  double single_below() const { return single_below_; }
  const MatrixView& schwarz() const { return shells_.schwarz; }
  double schwarz(int a, int b) const { return shells_.schwarz(a, b); }
  const MatrixView& coulomb() const { return shells_.coulomb; }
  const MatrixView& exchange() const { return shells_.exchange; }

  // The largest factor by which the quartet (ab|cd) enters any element of G.
  double density(int a, int b, int c, int d) const { return largest(shells_.coulomb, shells_.exchange, a, b, c, d); }
  double bound(int a, int b, int c, int d) const { return schwarz(a, b) * schwarz(c, d) * density(a, b, c, d); }
  bool keeps(int a, int b, int c, int d) const { return !(bound(a, b, c, d) < threshold_); }
  bool keeps(const Task& t) const {
    return !(block_schwarz_(t.i, t.j) * block_schwarz_(t.k, t.l) *
                 largest(block_coulomb_, block_exchange_, t.i, t.j, t.k, t.l) <
             threshold_);
  }
  // False if no quartet with the pair (a b) can survive.
  bool keeps_shell_pair(int a, int b) const {
    return !(schwarz(a, b) * largest_schwarz_ * largest_density_ < threshold_);
  }
  // False if no task of the row (I,J|K,*) can survive.
  bool keeps_row(int i, int j, int k) const {
    return !(block_schwarz_(i, j) * row_schwarz_(k) * largest_density_ < threshold_);
  }
  // False if no quartet (a b|* *) of the task can survive, given the largest Schwarz bound of its ket block.
  bool keeps_pair(int a, int b, const Task& t, double density_of_task) const {
    return !(schwarz(a, b) * block_schwarz_(t.k, t.l) * density_of_task < threshold_);
  }
  double density_of_task(const Task& t) const { return largest(block_coulomb_, block_exchange_, t.i, t.j, t.k, t.l); }
  double largest_density() const { return largest_density_; }                      // of any quartet
  double largest_schwarz() const { return largest_schwarz_; }                      // of any pair
  bool is_zero_block(int i, int j) const { return block_exchange_(i, j) == 0.0; }  // of the density, both spins

  // A hash of all data that decide which quartets are computed. A build must not start unless it is equal on all ranks.
  std::uint64_t hash() const;

 private:
  template <class Table>
  static double largest(const Table& coulomb, const Table& exchange, int a, int b, int c, int d) {
    return std::max(std::max(coulomb(a, b), coulomb(c, d)),
                    std::max(std::max(exchange(a, c), exchange(a, d)), std::max(exchange(b, c), exchange(b, d))));
  }

  double threshold_, single_below_;
  ShellTables shells_;
  Matrix block_schwarz_, block_coulomb_, block_exchange_;  // blocks x blocks
  Vector row_schwarz_;                                     // largest block_schwarz_(k, l) over l <= k
  double largest_schwarz_;
  double largest_density_;
};

}  // namespace fockproxy
