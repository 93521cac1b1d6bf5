#include "eri/team_items.hpp"

#include <algorithm>

namespace fockproxy::eri {

TeamPairs pairs_by_task(const KetTask& task) {
  TeamPairs kets;
  kets.pairs.reserve(static_cast<std::size_t>(task.ket.count));
  std::vector<std::vector<const PairView*>> of_task(static_cast<std::size_t>(task.sides.tasks));
  for (int n = 0; n < task.ket.count; ++n)
    of_task[static_cast<std::size_t>(task.ket.pairs[n].task)].push_back(task.ket.pairs[n].pair);
  for (const auto& pairs : of_task) {
    kets.first_of_task.push_back(static_cast<int>(kets.pairs.size()));
    kets.pairs.insert(kets.pairs.end(), pairs.begin(), pairs.end());
  }
  kets.first_of_task.push_back(static_cast<int>(kets.pairs.size()));
  return kets;
}

void add_runs(const KetTask& task, const BraList& list, const TeamPairs& kets, std::vector<TeamRun>& runs) {
  const auto may_survive = [&](const PairView& bra, const PairView& ket) {
    return !(bra.schwarz * ket.schwarz * task.screen.largest_density < task.screen.threshold);
  };
  for (int t = 0; t < task.sides.tasks; ++t) {
    const auto begin = kets.pairs.begin() + kets.first_of_task[t], end = kets.pairs.begin() + kets.first_of_task[t + 1];
    if (begin == end) continue;
    const PairView* const last_bra = std::partition_point(
        list.pairs, list.pairs + list.count, [&](const PairView& bra) { return may_survive(bra, **begin); });
    const auto last_ket =
        std::partition_point(begin, end, [&](const PairView* ket) { return may_survive(list.pairs[0], *ket); });
    if (last_bra == list.pairs) continue;
    runs.push_back({.bras = list.pairs,
                    .bra_count = static_cast<int>(last_bra - list.pairs),
                    .first = kets.first_of_task[t],
                    .kets = static_cast<int>(last_ket - begin),
                    .task = t,
                    .first_item = 0});
  }
}

std::int64_t number_items(std::vector<TeamRun>& runs) {
  std::int64_t items = 0;
  for (TeamRun& run : runs) {
    run.first_item = items;
    items += run.items();
  }
  return items;
}

}  // namespace fockproxy::eri
