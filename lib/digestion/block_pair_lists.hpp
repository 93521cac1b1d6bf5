// The pairs of generalized shells in each pair of blocks, by class, as the kernels need them.
#pragma once

#include <vector>

#include "eri/class_views.hpp"
#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

// The pairs of one class in one block pair, in descending order of their Schwarz bounds.
struct ClassPairs {
  int pair_class;
  std::vector<eri::PairView> pairs;
};

// Immutable; thread-safe. Memory: about 100 bytes for each significant pair. The table must outlive it.
class BlockPairLists {
 public:
  // schwarz: shells x shells, symmetric, the same for all shells of a contraction group. No block may divide a group.
  BlockPairLists(const eri::PairTable& table, const MatrixView& schwarz, const BasisSet& basis,
                 const BlockPartition& partition);

  // The pairs of blocks i and j <= i, block i first.
  const std::vector<ClassPairs>& of(int i, int j) const { return lists_[std::size_t(i) * (i + 1) / 2 + j]; }
  // The lists of all block pairs. PairView::number counts their pairs, from 0 to pairs() - 1.
  const std::vector<std::vector<ClassPairs>>& all() const { return lists_; }
  int pairs() const { return pairs_; }
  // Whether the table has all pairs of shells of both blocks, or the pair of two shells of the basis. Missing pairs are
  // negligible, but their bounds may be too large to show it.
  bool has_all(int i, int j) const { return complete_[std::size_t(i) * (i + 1) / 2 + j]; }
  bool has(int a, int b) const { return table_.find(generalized_[a], generalized_[b]) != nullptr; }
  int generalized_shells(int block) const { return first_[block + 1] - first_[block]; }

 private:
  const eri::PairTable& table_;
  std::vector<int> generalized_;  // by shell
  std::vector<int> first_;        // generalized shell of every block, and the end
  std::vector<std::vector<ClassPairs>> lists_;
  std::vector<bool> complete_;
  int pairs_ = 0;
};

}  // namespace fockproxy
