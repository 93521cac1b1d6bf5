#include "digestion/kernel_digestor.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace fockproxy {

namespace {

// The kernels call this between batches.
struct Turn {
  ProgressStrategy& progress;
  Watchdog& watchdog;

  static void computed(void* turn, std::int64_t cost) {
    auto* self = static_cast<Turn*>(turn);
    self->watchdog.beat();  // a task of deep contractions may take minutes
    self->progress.computed(cost);
  }
};

// The number of pairs of one class, and of their primitive pairs.
struct Amount {
  double pairs = 0, primitives = 0;
};

// The approximate number of floating-point operations for all pairs of one class as bras with all pairs of another as
// kets. Hermite Coulomb integrals and the ket's contraction count by levels of vectors, the bra's contraction by its
// primitive pairs, and digestion by quartets of pairs (lib/eri/kernel/work.hpp counts exactly).
double cost(const eri::ClassView& bra, const Amount& bras, const eri::ClassView& ket, const Amount& kets, int lanes) {
  const auto vectors = [lanes](double n) { return std::ceil(n / lanes); };
  const auto hermite_gaussians = [](int l) { return (l + 1.0) * (l + 2.0) * (l + 3.0) / 6; };
  const int l = bra.l + ket.l;
  const double level = 60 + 2.5 * hermite_gaussians(l) * (l + 4) / 4 + 2 * ket.entries * hermite_gaussians(bra.l);
  const double of_bra = 2.0 * bra.entries * ket.functions;
  const double digestion = 100 + 14.0 * bra.functions * ket.functions;
  const double groups = vectors(kets.pairs);
  return bras.primitives * (vectors(kets.primitives) * level + groups * of_bra) + bras.pairs * groups * digestion;
}

bool is_diagonal(const Task& task) { return task.i == task.k && task.j == task.l; }

}  // namespace

// What the steps of one digestion have in common.
struct KernelDigestor::Run {
  const eri::TaskScreen& screen;
  eri::BatchDone done;
};

KernelDigestor::KernelDigestor(const eri::KernelSet& kernels, const FockSystem& system, Watchdog& watchdog,
                               TakeKets take)
    : kernels_(kernels),
      basis_(system.basis()),
      table_(system.pairs.kernel_pairs()),
      partition_(system.partition),
      spins_(system.spins),
      watchdog_(watchdog),
      take_(std::move(take)),
      views_(table_),
      lists_(table_, system.schwarz, system.basis(), system.partition) {}

// A lane costs the same whether it is used or not, so batches of half the width pay if they save a quarter of the
// lanes. For classes with factors, the functions of one pair fill the widest batches.
const eri::KernelSet& KernelDigestor::kernels_for(const eri::KetList& list) const {
  const eri::KernelSet* kernels = &kernels_;
  if (list.view->factors > 0) return *kernels;
  const auto width = [&](const eri::KernelSet& k) { return (list.count + k.lanes - 1) / k.lanes * k.lanes; };
  while (kernels->narrower && 4 * width(*kernels->narrower) <= 3 * width(*kernels)) kernels = kernels->narrower;
  return *kernels;
}

// The two sides of a task for the kernels, with one of its two block pairs as the bra.
eri::TaskSides KernelDigestor::sides(const TaskInFlight& one, const CoulombDensity& coulomb, Bra bra) const {
  const Task& task = one.task;
  const TaskBlocks& blocks = one.blocks;
  const auto own = [&](BlockRole role, int second) {
    const int width = partition_.functions(second);
    return eri::OwnBlock{coulomb.of(role), width, blocks.fock[role], spins_ * width, width};
  };
  const bool swapped = bra == Bra::kl;
  const int i = partition_.functions(task.i), j = partition_.functions(task.j);
  const int k = partition_.functions(task.k), l = partition_.functions(task.l);
  const int first = swapped ? task.k : task.i, second = swapped ? task.l : task.j;
  eri::TaskSides sides{.spins = spins_,
                       .bra = swapped ? own(kl, task.l) : own(ij, task.j),
                       .ket = swapped ? own(ij, task.j) : own(kl, task.l),
                       .cross = {},
                       .bra_functions = {swapped ? k : i, swapped ? l : j},
                       .ket_functions = {swapped ? i : k, swapped ? j : l},
                       .bra_shells = lists_.generalized_shells(first) + lists_.generalized_shells(second)};
  // Blocks between I or J and K or L. The functions of I and J are the rows.
  constexpr BlockRole role[2][2] = {{ik, il}, {jk, jl}};
  const int width[2] = {k, l};
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
  TaskInFlight one{.task = task, .blocks = blocks};
  digest_batch({&one, 1}, screen, progress);
  return one.counts;
}

void KernelDigestor::digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen,
                                  ProgressStrategy& progress) {
  counts_.assign(batch.size(), {});
  of_ij_.clear();
  of_kl_.clear();
  densities_.clear();
  while (coulomb_densities_.size() < batch.size()) coulomb_densities_.emplace_back(partition_, spins_);
  for (std::size_t t = 0; t < batch.size(); ++t) {
    const TaskInFlight& one = batch[t];
    assert(one.task.is_canonical() && one.task.i == batch[0].task.i && one.task.j == batch[0].task.j);
    coulomb_densities_[t].set(one.task, one.blocks);
    of_ij_.push_back(sides(one, coulomb_densities_[t], Bra::ij));
    of_kl_.push_back(sides(one, coulomb_densities_[t], Bra::kl));
    densities_.push_back(screen.density_of_task(one.task));
  }
  const eri::TaskScreen limits{screen.threshold(),           screen.single_below(),   table_.precision(),
                               std::ranges::max(densities_), screen.coulomb().data(), screen.exchange().data(),
                               screen.coulomb().cols()};
  Turn turn{progress, watchdog_};
  const Run run{limits, {Turn::computed, &turn}};
  by_angular_momentum_ = batch.size() == 1;
  if (by_angular_momentum_) digest_alone(run, batch[0].task, Bra::ij, 0);
  else digest_together(run, batch);
  // The pairs of IJ as kets, with the bras of each task in turn.
  for (std::size_t t = 0; t < batch.size(); ++t) {
    const Task& task = batch[t].task;
    digest_alone(run, task, Bra::kl, t);
    const Counts negligible = count_negligible(task, screen);
    batch[t].counts = {static_cast<std::int64_t>(counts_[t].quartets) + negligible.quartets,
                       static_cast<std::int64_t>(counts_[t].integrals) + negligible.integrals};
  }
}

// Digests one task with the block pair `bra` as the bra. A diagonal task has one list for both; all its work has KL as
// the bra.
void KernelDigestor::digest_alone(const Run& run, const Task& task, Bra bra, std::size_t t) {
  const bool diagonal = is_diagonal(task);
  if (diagonal && bra == Bra::ij) return;
  const Lists &of_ij = lists_.of(task.i, task.j), &of_kl = lists_.of(task.k, task.l);
  const std::vector<eri::TaskSides>& sides = bra == Bra::ij ? of_ij_ : of_kl_;
  for (const ClassPairs& pairs : bra == Bra::ij ? of_kl : of_ij) {
    list_bras(bra == Bra::ij ? of_ij : of_kl, pairs.pair_class, diagonal, bra);
    kets_.clear();
    add_kets(pairs, 0, densities_[t], run.screen);
    digest_kets(run, pairs.pair_class, {&sides[t], &counts_[t], 1, static_cast<int>(t)});
  }
}

// Digests the pairs of IJ as bras with the kets of all tasks together.
void KernelDigestor::digest_together(const Run& run, std::span<const TaskInFlight> batch) {
  choose_bras(batch);
  const Lists& of_ij = lists_.of(batch[0].task.i, batch[0].task.j);
  for (int ket_class = 0; ket_class < views_.size(); ++ket_class) {
    if (pairs_of_class_[ket_class] == 0) continue;
    list_bras(of_ij, ket_class, false, Bra::ij);
    kets_.clear();
    for (std::size_t t = 0; t < batch.size(); ++t) {
      const Task& task = batch[t].task;
      if (is_diagonal(task)) continue;
      const Lists& of_kl = lists_.of(task.k, task.l);
      const auto pairs = std::ranges::find(of_kl, ket_class, &ClassPairs::pair_class);
      if (pairs != of_kl.end()) add_kets(*pairs, static_cast<int>(t), densities_[t], run.screen);
    }
    std::ranges::stable_sort(kets_, std::greater(), [](const eri::KetPair& ket) { return ket.pair->schwarz; });
    digest_kets(run, ket_class, {of_ij_.data(), counts_.data(), static_cast<int>(batch.size())});
  }
}

// Chooses which block pair of several tasks is the bra, for each class of IJ with each class of KL: the cheaper one.
// For a class with factors, kernels exist for only one choice.
void KernelDigestor::choose_bras(std::span<const TaskInFlight> batch) {
  const auto classes = static_cast<std::size_t>(views_.size());
  pairs_of_class_.assign(classes, 0);
  primitives_of_class_.assign(classes, 0);
  const auto amount = [](const ClassPairs& list) {
    Amount sum{static_cast<double>(list.pairs.size()), 0};
    for (const eri::PairView& pair : list.pairs) sum.primitives += pair.primitives;
    return sum;
  };
  for (const TaskInFlight& one : batch) {
    if (is_diagonal(one.task)) continue;
    for (const ClassPairs& list : lists_.of(one.task.k, one.task.l)) {
      const Amount more = amount(list);
      pairs_of_class_[list.pair_class] += static_cast<int>(more.pairs);
      primitives_of_class_[list.pair_class] += static_cast<int>(more.primitives);
    }
  }
  ij_is_bra_.assign(classes * classes, 0);
  for (const ClassPairs& list : lists_.of(batch[0].task.i, batch[0].task.j)) {
    const eri::ClassView& first = views_[list.pair_class];
    const Amount of_ij = amount(list);
    for (std::size_t c = 0; c < classes; ++c) {
      if (pairs_of_class_[c] == 0) continue;
      const eri::ClassView& second = views_[static_cast<int>(c)];
      const Amount of_kl{static_cast<double>(pairs_of_class_[c]), static_cast<double>(primitives_of_class_[c])};
      ij_is_bra_[static_cast<std::size_t>(list.pair_class) * classes + c] =
          first.factors > 0 || second.factors > 0
              ? views_.is_bra(list.pair_class, static_cast<int>(c))
              : cost(first, of_ij, second, of_kl, kernels_.lanes) <= cost(second, of_kl, first, of_ij, kernels_.lanes);
    }
  }
}

void KernelDigestor::digest_kets(const Run& run, int ket_class, const eri::BatchSides& sides) {
  if (kets_.empty()) return;
  const eri::KetList list{&views_[ket_class], kets_.data(), static_cast<int>(kets_.size())};
  const eri::BraLists all{bras_.data(), static_cast<int>(bras_.size())};
  const eri::KetTask work{run.screen, sides, list, all, eri::boys_tables(), run.done};
  if (take_) return take_(work);
  eri::KernelCounts counts;
  kernels_for(list).digest_ket_class(work, workspace_, counts);
}

// Counts quartets of pairs that the lists leave out. There are few: if D has elements of thousands, or without
// screening if functions are far apart.
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

void KernelDigestor::list_bras(const Lists& bras, int ket_class, bool same_list, Bra side) {
  bras_.clear();
  const auto classes = static_cast<std::size_t>(views_.size());
  const auto is_bra = [&](int bra_class) {
    // Both block pairs are one list: each unordered pair of classes once, and within a class each pair of pairs.
    if (same_list) return bra_class == ket_class || views_.is_bra(bra_class, ket_class);
    if (by_angular_momentum_) return bra_class == ket_class ? side == Bra::ij : views_.is_bra(bra_class, ket_class);
    const int of_ij = side == Bra::ij ? bra_class : ket_class, of_kl = side == Bra::ij ? ket_class : bra_class;
    return (ij_is_bra_[static_cast<std::size_t>(of_ij) * classes + static_cast<std::size_t>(of_kl)] != 0) ==
           (side == Bra::ij);
  };
  for (const ClassPairs& list : bras)
    if (is_bra(list.pair_class))
      bras_.push_back({&views_[list.pair_class], list.pairs.data(), static_cast<int>(list.pairs.size()),
                       same_list && list.pair_class == ket_class});
}

void KernelDigestor::add_kets(const ClassPairs& pairs, int task, double density_of_task,
                              const eri::TaskScreen& screen) {
  double largest = 0;
  for (const eri::BraList& list : bras_) largest = std::max(largest, list.pairs[0].schwarz);
  for (const eri::PairView& pair : pairs.pairs) {
    if (bras_.empty() || largest * pair.schwarz * density_of_task < screen.threshold) break;
    kets_.push_back({&pair, task});
  }
}

}  // namespace fockproxy
