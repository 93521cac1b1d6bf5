// Digestion by our own kernels (lib/eri): many ket pairs of a class against one bra pair at a time.
#pragma once

#include <vector>

#include "digestion/block_pair_lists.hpp"
#include "digestion/digestor.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy {

// Combines each class of pairs of one block pair with each class of the other. The class of higher angular momentum is
// the bra, whichever block pair it is from; the other is the ket and fills the lanes.
class KernelDigestor final : public Digestor {
 public:
  KernelDigestor(const eri::KernelSet& kernels, const FockSystem& system, Watchdog& watchdog);

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override;

 private:
  // A block pair of a task in one of its two roles.
  struct Side {
    int first, second;  // blocks
    const std::vector<ClassPairs>& lists;
    eri::OwnBlock block;
  };
  const eri::KernelSet& kernels_for(const eri::KetList& list) const;
  eri::OwnBlock own_block(BlockRole role, const TaskBlocks& blocks, int width) const;
  eri::TaskSides sides(const Task& task, const TaskBlocks& blocks, const Side& bra, const Side& ket,
                       bool swapped) const;
  void list_bras(const Side& bra, const Side& ket, const ClassPairs& ket_pairs, bool swapped);
  eri::KetList surviving(const ClassPairs& ket_pairs, const eri::TaskScreen& screen) const;
  // Quartets that screening keeps although the table lacks one of their pairs; their contribution is negligible.
  Counts count_negligible(const Task& task, const QuartetScreen& screen) const;

  const eri::KernelSet& kernels_;
  const BasisSet& basis_;
  const eri::PairTable& table_;
  const BlockPartition& partition_;
  int spins_;
  Watchdog& watchdog_;
  eri::ClassViews views_;
  BlockPairLists lists_;
  eri::Workspace workspace_;
  CoulombDensity coulomb_density_;
  std::vector<eri::BraList> bras_;
};

}  // namespace fockproxy
