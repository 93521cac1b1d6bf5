#include "digestion/gpu_work.hpp"

#include <utility>

namespace fockproxy {

bool gpu_takes(const eri::ClassView& view) {
  constexpr std::size_t shared_memory = (48 << 10) - 64;  // the kernels have a few bytes of their own
  return view.factors == 0 && view.l <= gpu_max_l && eri::team_shared_bytes(view) <= shared_memory;
}

void GpuWork::clear(std::size_t tasks) {
  groups_.clear();
  kets_.clear();
  sides_.clear();
  side_of_.clear();
  rest_.clear();
  rest_counts_.assign(tasks, {});
}

void GpuWork::add(const eri::KetTask& task) {
  screen_ = task.screen;
  const eri::ClassView& ket = *task.ket.view;
  const int ket_class = classes_.class_of(ket);
  const eri::TeamPairs pairs = eri::pairs_by_task(task);
  std::vector<eri::BraList> rest;
  int first[2] = {-1, -1};  // of the pairs in kets_: for double precision alone, and for both
  for (int n = 0; n < task.bras.count; ++n) {
    const eri::BraList& list = task.bras.lists[n];
    if (!gpu_takes(ket) || !gpu_takes(*list.view)) {
      rest.push_back(list);
      continue;
    }
    const bool single = eri::may_be_single(task.screen, *list.view, ket);
    if (first[single] < 0) first[single] = first_ket(pairs, single);
    const int bra_class = classes_.class_of(*list.view);
    Group& group = groups_[{-list.view->l - ket.l, bra_class, ket_class, list.same_as_ket}];
    group.bra = bra_class;
    group.ket = ket_class;
    group.same_as_ket = list.same_as_ket;
    const std::size_t begin = group.runs.size();
    eri::add_runs(task, list, pairs, group.runs);
    for (std::size_t i = begin; i < group.runs.size(); ++i) {
      eri::TeamRun& run = group.runs[i];
      run.bras = tables_.pair(*run.bras);  // the pairs of a list follow each other on the device too
      run.first += first[single];
      run.task = side(task.sides.of[run.task], task.sides.first + run.task);
    }
  }
  if (!rest.empty()) add_rest(task, std::move(rest));
}

int GpuWork::first_ket(const eri::TeamPairs& pairs, bool single) {
  const int first = static_cast<int>(kets_.size());
  for (const eri::PairView* pair : pairs.pairs)
    kets_.push_back({tables_.pair(*pair), single ? tables_.single(*pair) : nullptr});
  return first;
}

int GpuWork::side(const eri::TaskSides& sides, int task) {
  const auto [found, is_new] = side_of_.try_emplace(&sides, static_cast<int>(sides_.size()));
  if (is_new) sides_.push_back({sides, task});
  return found->second;
}

std::vector<GpuWork::Group> GpuWork::take_groups() {
  std::vector<Group> groups;
  for (auto& [key, group] : groups_) {
    group.items = eri::number_items(group.runs);
    if (group.items > 0) groups.push_back(std::move(group));
  }
  groups_.clear();
  return groups;
}

void GpuWork::add_rest(const eri::KetTask& task, std::vector<eri::BraList> bras) {
  Rest rest{.screen = task.screen, .sides = task.sides, .ket = task.ket.view, .kets = {}, .bras = std::move(bras)};
  rest.kets.assign(task.ket.pairs, task.ket.pairs + task.ket.count);
  rest.sides.counts = rest_counts_.data() + task.sides.first;
  rest_.push_back(std::move(rest));
}

void GpuWork::compute_rest(const eri::KernelSet& kernels, const eri::BatchDone& done) {
  eri::KernelCounts counts;
  for (const Rest& rest : rest_) {
    const eri::KetList kets{rest.ket, rest.kets.data(), static_cast<int>(rest.kets.size())};
    const eri::BraLists bras{rest.bras.data(), static_cast<int>(rest.bras.size())};
    kernels.digest_ket_class({rest.screen, rest.sides, kets, bras, eri::boys_tables(), done}, workspace_, counts);
  }
}

}  // namespace fockproxy
