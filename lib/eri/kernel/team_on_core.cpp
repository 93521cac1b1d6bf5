// The bodies for teams of threads (team_quartets.hpp) on a core of the host: one thread runs each phase for all threads
// of a team.
#define FOCKPROXY_LANES 1
#include <algorithm>
#include <cassert>
#include <vector>

#include "eri/kernel/team_quartets.hpp"
#include "eri/kernel/workspace.hpp"
#include "eri/team_items.hpp"

namespace fockproxy::eri {
namespace {

// Called after each round with the number of its quartets.
struct RoundDone {
  const TeamWork& work;
  const PairView& bra;
  const BatchDone& done;

  void operator()(int quartets) const {
    const std::int64_t levels = std::int64_t{bra.primitives} * quartets;
    done.computed(done.context, 100 + levels * (tetrahedron(work.bra->l) * work.ket->entries + 100));
  }
};

struct ItemKernel {
  using Type = void (*)(const TeamWork&, const TeamItem&, const TeamMemory&, Team&, RoundDone);
  template <int Lb, int Lk>
  static constexpr Type of = digest_item<Lb, Lk, RoundDone>;
};
constexpr KernelTable<ItemKernel, kernel_max_l, true> item_kernels;

template <class X>
struct RoundKernel {
  using Type = void (*)(const TeamWork&, const TeamRound&, const OwnLayout&, const TeamMemory&, PerThread<bool>&,
                        Team&);
  template <int Lb, int Lk>
  static constexpr Type of = compute_round<Lb, Lk, X>;
};
constexpr KernelTable<RoundKernel<double>, kernel_max_l, true> round_kernels;
constexpr KernelTable<RoundKernel<float>, kernel_max_single_l, true> single_round_kernels;

bool teams_take(const ClassView& view) { return view.factors == 0; }

TeamMemory make_team_memory(const ClassView& bra, const ClassView& ket, int spins, Workspace& workspace) {
  const auto numbers = static_cast<std::size_t>(OwnLayout(bra, ket, spins).numbers) * team_size;
  return team_memory(workspace.get(Workspace::bra_primitive, team_shared_bytes(bra)),
                     static_cast<double*>(workspace.get(Workspace::lane_rows, sizeof(double) * numbers)));
}

// The ket pairs with their numbers for single precision, if they are to have them.
std::vector<TeamKet> list_kets(const KetTask& task, const TeamPairs& pairs, bool single, Workspace& workspace) {
  const ClassView& view = *task.ket.view;
  const auto is_single = [&](const PairView& pair) { return single && pair.fits_single; };
  std::size_t numbers = 0;
  for (const PairView* pair : pairs.pairs)
    if (is_single(*pair)) numbers += single_numbers(*pair, view);
  auto* to = static_cast<float*>(workspace.get(Workspace::ket_data, sizeof(float) * numbers));
  std::vector<TeamKet> kets;
  for (const PairView* pair : pairs.pairs) {
    kets.push_back({pair, is_single(*pair) ? to : nullptr});
    if (is_single(*pair)) to = write_single(*pair, view, to);
  }
  return kets;
}

// Lists without factors, or those with factors.
std::vector<BraList> lists_of(const KetTask& task, bool for_teams) {
  std::vector<BraList> lists;
  for (int i = 0; i < task.bras.count; ++i)
    if ((teams_take(*task.ket.view) && teams_take(*task.bras.lists[i].view)) == for_teams)
      lists.push_back(task.bras.lists[i]);
  return lists;
}

void digest_ket_class(const KetTask& task, Workspace& workspace, KernelCounts& counts) {
  assert(task.ket.count >= 1);
  if (const std::vector<BraList> rest = lists_of(task, false); !rest.empty()) {
    const BraLists bras{rest.data(), static_cast<int>(rest.size())};
    const KetTask of_rest{task.screen, task.sides, task.ket, bras, task.boys, task.done, task.count_work};
    portable_kernels.digest_ket_class(of_rest, workspace, counts);
  }
  const std::vector<BraList> lists = lists_of(task, true);
  if (lists.empty()) return;
  const ClassView& ket = *task.ket.view;
  const TeamPairs pairs = pairs_by_task(task);
  const auto is_single = [&](const BraList& list) { return may_be_single(task.screen, *list.view, ket); };
  // Lists of either precision have their own kets: a ket without numbers for single precision is computed in double.
  for (const bool single : {false, true}) {
    if (std::ranges::none_of(lists, [&](const BraList& list) { return is_single(list) == single; })) continue;
    const std::vector<TeamKet> kets = list_kets(task, pairs, single, workspace);
    for (const BraList& list : lists) {
      if (is_single(list) != single) continue;
      TeamWork work{};
      work.screen = task.screen;
      work.bra = list.view;
      work.ket = &ket;
      work.same_as_ket = list.same_as_ket;
      work.kets = kets.data();
      work.sides = task.sides.of;
      work.counts = task.sides.counts;
      work.boys = task.boys;
      const TeamMemory memory = make_team_memory(*list.view, ket, task.sides.of[0].spins, workspace);
      const auto digest = item_kernels.of[list.view->l][ket.l];
      Team team;
      std::vector<TeamRun> runs;
      add_runs(task, list, pairs, runs);
      work.runs = runs.data();
      work.run_count = static_cast<int>(runs.size());
      work.count = number_items(runs);
      for (std::int64_t n = 0; n < work.count; ++n) {
        const TeamItem item = item_of(work, n);
        if (may_survive(work, item)) digest(work, item, memory, team, {work, *item.bra, task.done});
      }
    }
  }
}

bool compute_quartet(const QuartetView& quartet, Workspace& workspace, double* result) {
  const ClassView &bra = *quartet.bra_class, &ket = *quartet.ket_class;
  if (!teams_take(bra) || !teams_take(ket)) return portable_kernels.compute_quartet(quartet, workspace, result);
  const int size = bra.functions * ket.functions;
  std::fill_n(result, size, 0.0);
  TeamKet pair{&quartet.ket, nullptr};
  if (quartet.single) {
    const std::size_t bytes = sizeof(float) * single_numbers(quartet.ket, ket);
    auto* numbers = static_cast<float*>(workspace.get(Workspace::ket_data, bytes));
    write_single(quartet.ket, ket, numbers);
    pair.single = numbers;
  }
  TeamWork work{};
  work.screen.precision = quartet.precision;
  work.bra = &bra;
  work.ket = &ket;
  work.kets = &pair;
  work.boys = quartet.boys;
  const TeamMemory memory = make_team_memory(bra, ket, 1, workspace);
  const OwnLayout layout(bra, ket, 1);
  const TeamSlot slot{1.0, 0};
  PerThread<bool> any;
  Team team;
  const auto compute = quartet.single ? single_round_kernels.of[bra.l][ket.l] : round_kernels.of[bra.l][ket.l];
  compute(work, {quartet.bra, &slot, 1}, layout, memory, any, team);
  if (!any[0]) return false;
  for (int i = 0; i < size; ++i)
    result[i] = quartet.single ? own_numbers<float>(memory, layout.integrals, 0)[i]
                               : own_numbers<double>(memory, layout.integrals, 0)[i];
  return true;
}

}  // namespace

std::size_t single_numbers(const PairView& pair, const ClassView& view) {
  return static_cast<std::size_t>(pair.primitives) * static_cast<std::size_t>(pair_heading<float> + view.entries);
}

float* write_single(const PairView& pair, const ClassView& view, float* to) {
  for (int k = 0; k < pair.primitives; ++k)
    for (int n = 0; n < pair_heading<float> + view.entries; ++n)
      *to++ = pair_number(pair.data + std::ptrdiff_t{k} * (pair_heading<double> + view.values), n, float());
  return to;
}

const KernelSet team_kernels{digest_ket_class, compute_quartet, team_size, nullptr, {}};

}  // namespace fockproxy::eri
