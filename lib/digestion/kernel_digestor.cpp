#include "digestion/kernel_digestor.hpp"

#include <algorithm>
#include <cassert>

namespace fockproxy {

namespace {

// What the kernels call between batches.
struct Turn {
  ProgressStrategy& progress;
  Watchdog& watchdog;

  static void computed(void* turn, std::int64_t cost) {
    auto* self = static_cast<Turn*>(turn);
    self->watchdog.beat();  // a task of deep contractions may take minutes
    self->progress.computed(cost);
  }
};

}  // namespace

KernelDigestor::KernelDigestor(const eri::KernelSet& kernels, const FockSystem& system, Watchdog& watchdog)
    : kernels_(kernels),
      basis_(system.basis()),
      table_(system.pairs.kernel_pairs()),
      partition_(system.partition),
      spins_(system.spins),
      watchdog_(watchdog),
      views_(table_),
      lists_(table_, system.schwarz, system.basis(), system.partition),
      coulomb_density_(system.partition, system.spins) {}

eri::OwnBlock KernelDigestor::own_block(BlockRole role, const TaskBlocks& blocks, int width) const {
  return {coulomb_density_.of(role), width, blocks.fock[role], spins_ * width, width};
}

// A lane costs the same whether used or not: batches of half the width pay where they leave a quarter fewer of them.
// Of classes with factors the functions of one pair fill the widest.
const eri::KernelSet& KernelDigestor::kernels_for(const eri::KetList& list) const {
  const eri::KernelSet* kernels = &kernels_;
  if (list.view->factors > 0) return *kernels;
  const auto width = [&](const eri::KernelSet& k) { return (list.count + k.lanes - 1) / k.lanes * k.lanes; };
  while (kernels->narrower && 4 * width(*kernels->narrower) <= 3 * width(*kernels)) kernels = kernels->narrower;
  return *kernels;
}

// A task as the kernels see it from one of its two block pairs.
eri::TaskSides KernelDigestor::sides(const Task& task, const TaskBlocks& blocks, const Side& bra, const Side& ket,
                                     bool swapped) const {
  eri::TaskSides sides{.spins = spins_,
                       .bra = bra.block,
                       .ket = ket.block,
                       .cross = {},
                       .bra_functions = {partition_.functions(bra.first), partition_.functions(bra.second)},
                       .bra_shells = lists_.generalized_shells(bra.first) + lists_.generalized_shells(bra.second)};
  // Blocks between I or J and K or L, stored with I's and J's functions as rows.
  constexpr BlockRole role[2][2] = {{ik, il}, {jk, jl}};
  const int width[2] = {partition_.functions(task.k), partition_.functions(task.l)};
  for (int row : {0, 1})
    for (int column : {0, 1}) {
      const std::ptrdiff_t stride = spins_ * width[column];
      eri::CrossBlock& cross = swapped ? sides.cross[column][row] : sides.cross[row][column];
      cross = {blocks.density[role[row][column]], blocks.fock[role[row][column]], swapped ? 1 : stride,
               swapped ? stride : 1, width[column]};
    }
  return sides;
}

Digestor::Counts KernelDigestor::digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                                        ProgressStrategy& progress) {
  assert(task.is_canonical());
  coulomb_density_.set(task, blocks);
  const Side first{task.i, task.j, lists_.of(task.i, task.j), own_block(ij, blocks, partition_.functions(task.j))};
  const Side second{task.k, task.l, lists_.of(task.k, task.l), own_block(kl, blocks, partition_.functions(task.l))};
  const eri::TaskScreen limits{screen.threshold(),           screen.single_below(),   table_.precision(),
                               screen.density_of_task(task), screen.coulomb().data(), screen.exchange().data(),
                               screen.coulomb().cols()};
  Turn turn{progress, watchdog_};
  eri::KernelCounts counts;
  for (const bool swapped : {false, true}) {
    if (swapped && task.i == task.k && task.j == task.l) break;  // both are the same list: all was done at once
    const Side &bra = swapped ? second : first, &ket = swapped ? first : second;
    const eri::TaskSides both = sides(task, blocks, bra, ket, swapped);
    for (const ClassPairs& ket_pairs : ket.lists) {
      list_bras(bra, ket, ket_pairs, swapped);
      const eri::KetList list = surviving(ket_pairs, limits);
      if (list.count == 0) continue;
      const eri::BraLists all{bras_.data(), static_cast<int>(bras_.size())};
      const eri::KetTask work{limits, both, list, all, eri::boys_tables(), {Turn::computed, &turn}};
      kernels_for(list).digest_ket_class(work, workspace_, counts);
    }
  }
  const Counts negligible = count_negligible(task, screen);
  return {static_cast<std::int64_t>(counts.quartets) + negligible.quartets,
          static_cast<std::int64_t>(counts.integrals) + negligible.integrals};
}

// Rarely any: where D has elements of thousands, or where nothing is screened and functions are far apart.
Digestor::Counts KernelDigestor::count_negligible(const Task& task, const QuartetScreen& screen) const {
  Counts counts;
  if (lists_.has_all(task.i, task.j) && lists_.has_all(task.k, task.l)) return counts;
  if (table_.largest_neglected() * screen.largest_schwarz() * screen.density_of_task(task) < screen.threshold())
    return counts;
  for_each_quartet(partition_, task, [&](int a, int b, int c, int d) {
    if ((lists_.has(a, b) && lists_.has(c, d)) || !screen.keeps(a, b, c, d)) return;
    ++counts.quartets;
    counts.integrals += basis_.integrals(a, b, c, d);
  });
  return counts;
}

// The classes of the bra's pairs that meet this class of ket pairs from this side.
void KernelDigestor::list_bras(const Side& bra, const Side& ket, const ClassPairs& ket_pairs, bool swapped) {
  bras_.clear();
  for (const ClassPairs& bra_pairs : bra.lists) {
    const bool same_class = bra_pairs.pair_class == ket_pairs.pair_class;
    if (same_class ? swapped : !views_.is_bra(bra_pairs.pair_class, ket_pairs.pair_class)) continue;
    bras_.push_back({&views_[bra_pairs.pair_class], bra_pairs.pairs.data(), static_cast<int>(bra_pairs.pairs.size()),
                     same_class && &bra.lists == &ket.lists});
  }
}

// The ket pairs that can survive with some bra pair of the task.
eri::KetList KernelDigestor::surviving(const ClassPairs& ket_pairs, const eri::TaskScreen& screen) const {
  double largest = 0;
  for (const eri::BraList& list : bras_) largest = std::max(largest, list.pairs[0].schwarz);
  const auto end = std::ranges::find_if(ket_pairs.pairs, [&](const eri::PairView& pair) {
    return bras_.empty() || largest * pair.schwarz * screen.largest_density < screen.threshold;
  });
  return {&views_[ket_pairs.pair_class], ket_pairs.pairs.data(), static_cast<int>(end - ket_pairs.pairs.begin())};
}

}  // namespace fockproxy
