// --grain auto: chooses blocks just large enough that communication is a small part of a task.
#pragma once

#include "dense/dense_matrix.hpp"
#include "digestion/fock_system.hpp"
#include "fock/fock_config.hpp"
#include "parallel/session.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

struct GrainChoice {
  BlockPartition partition;
  int atoms_per_block;
  double task_seconds;           // estimated mean
  double communication_seconds;  // measured mean of the 6 block operations and one draw
};

// Collective. Merges atoms until the mean task is at least 20 times its measured communication, or until fewer than 8
// tasks per rank would remain. It continues until blocks have 40 functions on average, which suits the SIMD lanes of
// our kernels, as long as 80 tasks per rank remain. The mean task is estimated from a seeded sample of the tasks of
// `density`.
//
// If sums are exact, nothing is measured, because F depends on the grain and must be the same on every run. Blocks then
// have 40 functions on average, or fewer so that at least 1000 tasks remain before screening, on any hardware.
GrainChoice choose_grain(const Session& session, const PairData& pairs, const SpinDense& density,
                         const FockConfig& config);

}  // namespace fockproxy
