// Digestion by the kernels of lib/eri: many ket pairs of a class with one bra pair at a time.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "digestion/block_pair_lists.hpp"
#include "digestion/digestor.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy {

// Takes the work on one class of ket pairs instead of the kernels. The KetTask and its lists are valid during the
// call. Its blocks are valid until the next digestion.
using TakeKets = std::function<void(const eri::KetTask&)>;

// Combines each class of pairs of one block pair with each class of the other. One block pair is the bra, and the other
// is the ket and fills the lanes. The tasks of a batch have block pair IJ in common. If their block pairs KL are the
// ket, the pairs of all tasks fill the lanes together.
class KernelDigestor final : public Digestor {
 public:
  // `take`: gets all work; the digestor then counts only quartets without work. Empty: the kernels compute it.
  KernelDigestor(const eri::KernelSet& kernels, const FockSystem& system, Watchdog& watchdog, TakeKets take = {});

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override;
  void digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen, ProgressStrategy& progress) override;

  const eri::ClassViews& classes() const { return views_; }
  const BlockPairLists& pairs() const { return lists_; }

 private:
  using Lists = std::vector<ClassPairs>;
  // Whether block pair IJ or KL is the bra.
  enum class Bra { ij, kl };
  struct Run;  // data that the parts of one digestion share

  const eri::KernelSet& kernels_for(const eri::KetList& list) const;
  eri::TaskSides sides(const TaskInFlight& one, const CoulombDensity& coulomb, Bra bra) const;
  // Lists the classes of `bras` that are combined with this class of ket pairs from this side.
  void list_bras(const Lists& bras, int ket_class, bool same_list, Bra side);
  // Adds the ket pairs of a task that can survive with some bra pair.
  void add_kets(const ClassPairs& pairs, int task, double density_of_task, const eri::TaskScreen& screen);
  void digest_alone(const Run& run, const Task& task, Bra bra, std::size_t t);
  void digest_together(const Run& run, std::span<const TaskInFlight> batch);
  void digest_kets(const Run& run, int ket_class, const eri::BatchSides& sides);
  void choose_bras(std::span<const TaskInFlight> batch);
  // Counts quartets that screening keeps although the table lacks one of their pairs. Their contribution is negligible.
  Counts count_negligible(const Task& task, const QuartetScreen& screen) const;

  const eri::KernelSet& kernels_;
  const BasisSet& basis_;
  const eri::PairTable& table_;
  const BlockPartition& partition_;
  int spins_;
  Watchdog& watchdog_;
  TakeKets take_;
  eri::ClassViews views_;
  BlockPairLists lists_;
  eri::Workspace workspace_;
  // Data of the current batch. They are members to reuse their memory.
  std::deque<CoulombDensity> coulomb_densities_;  // by task
  std::vector<eri::TaskSides> of_ij_, of_kl_;     // by task: with IJ, or KL, as the bra
  std::vector<eri::TaskCounts> counts_;           // by task
  std::vector<double> densities_;                 // by task: the largest factor of a quartet
  bool by_angular_momentum_ = true;               // a task alone: the class of higher angular momentum is the bra
  std::vector<char> ij_is_bra_;                   // by class of IJ and class of KL
  std::vector<int> pairs_of_class_, primitives_of_class_;  // of KL, for all tasks
  std::vector<eri::BraList> bras_;
  std::vector<eri::KetPair> kets_;
};

}  // namespace fockproxy
