#include "digestion/digestor.hpp"

namespace fockproxy {

CoulombDensity::CoulombDensity(const BlockPartition& partition, int spins) : partition_(partition), spins_(spins) {
  if (spins == 2)
    for (auto& sum : sums_) sum.resize(std::size_t(partition.largest_block()) * partition.largest_block());
}

void CoulombDensity::set(const Task& task, const TaskBlocks& blocks) {
  const auto pairs = block_pairs(task);
  for (const BlockRole role : {ij, kl}) {
    const double* density = blocks.density[role];
    blocks_[role] = density;
    if (spins_ == 1) continue;
    const int rows = partition_.functions(pairs[role][0]), columns = partition_.functions(pairs[role][1]);
    double* to = sums_[role].data();
    blocks_[role] = to;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const double* row = density + 2 * r * columns;  // alpha and beta side by side
        to[r * columns + c] = 0.5 * (row[c] + row[columns + c]);
      }
  }
}

}  // namespace fockproxy
