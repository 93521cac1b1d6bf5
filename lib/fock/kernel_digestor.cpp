#include "fock/kernel_digestor.hpp"

#include <algorithm>

#include "support/clock.hpp"

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

KernelDigestor::KernelDigestor(const IntegralSource& source, const FockSystem& system, Watchdog& watchdog)
    : kernels_(*source.kernels),
      table_(system.pairs.kernel_pairs()),
      partition_(system.partition),
      spins_(system.spins),
      watchdog_(watchdog),
      views_(table_),
      lists_(table_, largest_of_groups(system.basis(), system.schwarz), system.basis(), system.partition),
      coulomb_density_(system.partition, system.spins) {
  if (source.class_rates) rates_.emplace(views_.size());
}

eri::OwnBlock KernelDigestor::own_block(BlockRole role, const TaskBlocks& blocks, int width) const {
  return {coulomb_density_.of(role), width, blocks.fock[role], spins_ * width, width};
}

// A lane costs the same whether used or not: batches of half the width pay where they leave a quarter fewer of them.
const eri::KernelSet& KernelDigestor::kernels_for(int ket_pairs) const {
  const eri::KernelSet* kernels = &kernels_;
  const auto width = [&](const eri::KernelSet& k) { return (ket_pairs + k.lanes - 1) / k.lanes * k.lanes; };
  while (kernels->narrower && 4 * width(*kernels->narrower) <= 3 * width(*kernels)) kernels = kernels->narrower;
  return *kernels;
}

Digestor::Counts KernelDigestor::digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                                        ProgressStrategy& progress) {
  coulomb_density_.set(task, blocks);
  const Side first{task.i, task.j, lists_.of(task.i, task.j), own_block(ij, blocks, partition_.functions(task.j))};
  const Side second{task.k, task.l, lists_.of(task.k, task.l), own_block(kl, blocks, partition_.functions(task.l))};

  Turn turn{progress, watchdog_};
  eri::KetTask work{};
  work.spins = spins_;
  work.threshold = screen.threshold();
  work.precision = table_.precision();
  work.largest_density = screen.density_of_task(task);
  work.coulomb = screen.coulomb().data();
  work.exchange = screen.exchange().data();
  work.screen_stride = screen.coulomb().cols();
  work.boys = eri::boys_tables();
  work.computed = Turn::computed;
  work.context = &turn;

  // Blocks between I or J and K or L, stored with I's and J's functions as rows.
  constexpr BlockRole role[2][2] = {{ik, il}, {jk, jl}};
  const int width[2] = {partition_.functions(task.k), partition_.functions(task.l)};
  eri::KernelCounts counts;
  for (const bool swapped : {false, true}) {
    if (swapped && task.i == task.k && task.j == task.l) break;  // both are the same list: all was done at once
    for (int row : {0, 1})
      for (int column : {0, 1}) {
        const std::ptrdiff_t stride = spins_ * width[column];
        (swapped ? work.cross[column][row] : work.cross[row][column]) = {
            blocks.density[role[row][column]], blocks.fock[role[row][column]], swapped ? 1 : stride,
            swapped ? stride : 1, width[column]};
      }
    digest_sides(swapped ? second : first, swapped ? first : second, swapped, work, counts);
  }
  return {static_cast<std::int64_t>(counts.quartets), static_cast<std::int64_t>(counts.integrals)};
}

void KernelDigestor::digest_sides(const Side& bra, const Side& ket, bool swapped, eri::KetTask& task,
                                  eri::KernelCounts& counts) {
  task.bra_block = bra.block;
  task.ket_block = ket.block;
  task.bra_functions[0] = partition_.functions(bra.first);
  task.bra_functions[1] = partition_.functions(bra.second);
  task.bra_shells = lists_.generalized_shells(bra.first) + lists_.generalized_shells(bra.second);
  for (const ClassPairs& ket_pairs : ket.lists) {
    bras_.clear();
    for (const ClassPairs& bra_pairs : bra.lists) {
      const bool same_class = bra_pairs.pair_class == ket_pairs.pair_class;
      if (same_class ? swapped : !views_.is_bra(bra_pairs.pair_class, ket_pairs.pair_class)) continue;
      bras_.push_back({&views_[bra_pairs.pair_class], bra_pairs.pairs.data(), static_cast<int>(bra_pairs.pairs.size()),
                       same_class && &bra.lists == &ket.lists});
    }
    if (bras_.empty()) continue;
    // Only ket pairs that can survive with some bra pair of the task.
    double largest = 0;
    for (const eri::BraList& list : bras_) largest = std::max(largest, list.pairs[0].schwarz);
    const auto end = std::ranges::find_if(ket_pairs.pairs, [&](const eri::PairView& pair) {
      return largest * pair.schwarz * task.largest_density < task.threshold;
    });
    if (end == ket_pairs.pairs.begin()) continue;
    task.ket = &views_[ket_pairs.pair_class];
    task.ket_pairs = ket_pairs.pairs.data();
    task.ket_count = static_cast<int>(end - ket_pairs.pairs.begin());
    const eri::KernelSet& kernels = kernels_for(task.ket_count);
    if (rates_) {
      digest_by_class(kernels, task, counts);
    } else {
      task.bras = bras_.data();
      task.bra_lists = static_cast<int>(bras_.size());
      kernels.digest_ket_class(task, workspace_, counts);
    }
  }
}

// One class of bra pairs after the other, each between two clock calls.
void KernelDigestor::digest_by_class(const eri::KernelSet& kernels, eri::KetTask& task, eri::KernelCounts& counts) {
  for (const eri::BraList& list : bras_) {
    task.bras = &list;
    task.bra_lists = 1;
    eri::KernelCounts of_class;
    const double start = now();
    kernels.digest_ket_class(task, workspace_, of_class);
    rates_->add(views_.index_of(*list.view), views_.index_of(*task.ket), of_class, now() - start);
    counts.quartets += of_class.quartets;
    counts.integrals += of_class.integrals;
  }
}

}  // namespace fockproxy
