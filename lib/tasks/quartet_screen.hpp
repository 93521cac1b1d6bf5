// Density-weighted Schwarz screening of shell quartets and of whole tasks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"
#include "tasks/shell_maxima.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// For each pair of shells the largest element over the shells of both contraction groups (chem/basis_set.hpp): shells
// that share primitives are computed together, so that they are screened together too.
Matrix largest_of_groups(const BasisSet& basis, const Matrix& shells);

// A shell quartet is skipped when Q_ab Q_cd max(4|D_ab|, 4|D_cd|, |D_ac|, |D_ad|, |D_bc|, |D_bd|) < threshold
// (Haser & Ahlrichs, J. Comput. Chem. 10, 104 (1989)), where |D| is the largest element of a shell block; for UHF the
// factors 4 take half the total density and the others the larger spin. Q and |D| are the largest over contraction
// groups. A task is skipped when the same expression
// over block maxima is below the threshold: since rounding is monotonic, that removes only what the quartet test
// would remove, so the set of computed quartets is the same at every grain. Immutable; thread-safe.
class QuartetScreen {
 public:
  // schwarz: shells x shells, symmetric.
  QuartetScreen(const BasisSet& basis, const BlockPartition& partition, const Matrix& schwarz,
                const ShellMaxima& density, double threshold);

  double threshold() const { return threshold_; }
  const Matrix& schwarz() const { return schwarz_; }   // Q of shell pairs
  double schwarz(int a, int b) const { return schwarz_(a, b); }
  const Matrix& coulomb() const { return coulomb_; }    // 4|D| of shell pairs
  const Matrix& exchange() const { return exchange_; }  // |D| of shell pairs

  bool keeps(int a, int b, int c, int d) const {
    return !(schwarz_(a, b) * schwarz_(c, d) * largest(coulomb_, exchange_, a, b, c, d) < threshold_);
  }
  bool keeps(const Task& t) const {
    return !(block_schwarz_(t.i, t.j) * block_schwarz_(t.k, t.l) *
                 largest(block_coulomb_, block_exchange_, t.i, t.j, t.k, t.l) <
             threshold_);
  }
  // False when no quartet with (a b) in it can survive.
  bool keeps_shell_pair(int a, int b) const {
    return !(schwarz_(a, b) * largest_schwarz_ * largest_density_ < threshold_);
  }
  // False when no task of the row (I,J|K,*) can survive.
  bool keeps_row(int i, int j, int k) const {
    return !(block_schwarz_(i, j) * row_schwarz_(k) * largest_density_ < threshold_);
  }
  // False when no quartet (a b|* *) of the task can survive, given the largest Schwarz bound of its ket block.
  bool keeps_pair(int a, int b, const Task& t, double density_of_task) const {
    return !(schwarz_(a, b) * block_schwarz_(t.k, t.l) * density_of_task < threshold_);
  }
  double density_of_task(const Task& t) const { return largest(block_coulomb_, block_exchange_, t.i, t.j, t.k, t.l); }
  double largest_density() const { return largest_density_; }  // of any quartet
  bool is_zero_block(int i, int j) const { return block_exchange_(i, j) == 0.0; }  // of the density, both spins

  // Over everything that decides which quartets are computed: equal on all ranks or the build must not start.
  std::uint64_t hash() const;
  double bytes() const;

 private:
  static double largest(const Matrix& coulomb, const Matrix& exchange, int a, int b, int c, int d) {
    return std::max(std::max(coulomb(a, b), coulomb(c, d)), std::max(std::max(exchange(a, c), exchange(a, d)),
                                                                     std::max(exchange(b, c), exchange(b, d))));
  }

  double threshold_;
  Matrix schwarz_, coulomb_, exchange_;                    // shells x shells; coulomb_ carries its factor 4
  Matrix block_schwarz_, block_coulomb_, block_exchange_;  // blocks x blocks
  Vector row_schwarz_;                                     // largest block_schwarz_(k, l) over l <= k
  double largest_schwarz_;
  double largest_density_;
};

}  // namespace fockproxy
