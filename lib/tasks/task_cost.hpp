// An estimate of what a task costs, from its shell pairs alone.
#pragma once

#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// cost (I J|K L) = w_IJ w_KL, halved when both pairs are the same; w_IJ sums, over the shell pairs of the block pair
// that the screen could keep in any quartet at all, the primitives of both shells times the functions of both. So it is
// the number of primitive quartets times the number of integrals, summed over the task's unscreened shell quartets:
// what evaluating integrals costs but for the work per quartet, and for what the quartet test removes. An order of
// tasks needs no more; times of tasks should be measured. In no unit; every term is a whole number, so that all ranks
// and machines agree on the value. Immutable; thread-safe. Memory: 8 bytes for each pair of blocks.
class TaskCosts {
 public:
  TaskCosts(const BasisSet& basis, const BlockPartition& partition, const QuartetScreen& screen);

  double cost(const Task& t) const {
    const double product = weights_(t.i, t.j) * weights_(t.k, t.l);
    return t.i == t.k && t.j == t.l ? 0.5 * product : product;
  }

 private:
  Matrix weights_;  // blocks x blocks, lower triangle
};

}  // namespace fockproxy
