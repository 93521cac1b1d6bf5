// An estimate of the cost of a task, from its shell pairs alone.
#pragma once

#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// cost (I J|K L) = w_IJ w_KL, halved when both pairs are the same. w_IJ is a sum over the shell pairs of the block pair
// that can survive screening in some quartet: the primitives of both shells times the functions of both. The cost is
// the number of primitive quartets times the number of integrals, summed over the unscreened shell quartets of the
// task. It omits the work per quartet and the effect of the quartet test. This suffices for an order of tasks; measure
// times of tasks instead. The cost has no unit. Each term is an integer, so all ranks and machines get the same value.
// Immutable; thread-safe. Memory: 8 bytes for each pair of blocks.
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
