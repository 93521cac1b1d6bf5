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

void add_items(const KetTask& task, const BraList& list, const TeamPairs& kets, std::vector<TeamItem>& items) {
  for (int n = 0; n < list.count; ++n)
    for (int t = 0; t < task.sides.tasks; ++t) {
      const PairView& bra = list.pairs[n];
      const auto begin = kets.pairs.begin() + kets.first_of_task[t];
      const auto end = kets.pairs.begin() + kets.first_of_task[t + 1];
      const auto may_survive = [&](const PairView* ket) {
        return !(bra.schwarz * ket->schwarz * task.screen.largest_density < task.screen.threshold);
      };
      const int last = static_cast<int>(std::partition_point(begin, end, may_survive) - kets.pairs.begin());
      for (int first = kets.first_of_task[t]; first < last; first += team_kets)
        items.push_back({&bra, first, std::min(team_kets, last - first), t});
    }
}

}  // namespace fockproxy::eri
