#include "eri/class_views.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "support/error.hpp"

namespace fockproxy::eri {

ClassViews::ClassViews(const PairTable& table) {
  for (const PairClass& c : table.classes()) {
    const int l = c.angular_momentum();
    if (l > kernel_max_l)
      throw AgreedUsageError("--integrals own knows functions up to l = " + std::to_string(kernel_max_l / 2) +
                             "; use --integrals libint");
    ClassView view{};
    view.l = l;
    view.functions_a = c.functions_a();
    view.functions_b = c.functions_b();
    view.functions = c.functions();
    view.columns_a = c.columns_a();
    view.columns_b = c.columns_b();
    view.components_a = c.components_a();
    view.components_b = c.components_b();
    view.products = c.products();
    view.entries = c.entries();
    view.factors = c.factors();
    view.values = c.values();
    view.integrals = c.components();
    view.steepness = std::log2(2 * table.largest_exponent(static_cast<int>(views_.size())));
    view.most = table.largest_pair(static_cast<int>(views_.size()));
    integers_.push_back(c.first_entry());
    view.first_entry = integers_.back().data();
    auto& hermite = integers_.emplace_back();
    auto& sign = signs_.emplace_back();
    for (const auto& [t, u, v] : c.tuv()) {
      hermite.push_back(hermite_index(l, t, u, v));
      sign.push_back((t + u + v) % 2 == 0 ? 1.0 : -1.0);
    }
    view.hermite = hermite.data();
    view.sign = sign.data();
    for (int other = 0; other <= kernel_max_l; ++other) {
      const int side = l + other + 1;
      auto& offset = integers_.emplace_back();
      for (const auto& [t, u, v] : c.tuv()) offset.push_back((t * side + u) * side + v);
      view.cube_offset[other] = offset.data();
    }
    views_.push_back(view);
  }
  std::vector<int> order(views_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int i) {
    const PairClass& c = table.classes()[i];
    return std::tuple(views_[i].l, -c.columns_a() * c.columns_b(), c.la(), i);
  };
  std::ranges::sort(order, {}, key);
  rank_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank_[order[i]] = static_cast<int>(i);
}

KernelCounts& KernelCounts::operator+=(const KernelCounts& other) {
  lanes += other.lanes;
  lanes_used += other.lanes_used;
  full_flops += other.full_flops;
  single_flops += other.single_flops;
  bytes += other.bytes;
  ticks.all += other.ticks.all;
  ticks.hermite += other.ticks.hermite;
  ticks.contraction += other.ticks.contraction;
  ticks.digestion += other.ticks.digestion;
  ticks.samples += other.ticks.samples;
  return *this;
}

bool fits_single(const ClassView& bra, const ClassView& ket) {
  constexpr double largest = 99.6;  // log2 of (2 alpha)^L, alpha = p q / (p + q): 1e30
  return std::max(bra.l, ket.l) <= kernel_max_single_l &&
         (bra.l + ket.l) * std::min(bra.steepness, ket.steepness) < largest;
}

PairView view_of(const PairTable& table, const ShellPair& pair) {
  PairView view{};
  view.data = table.data(pair);
  view.bounds = table.bounds(pair);
  view.order = table.order(pair);
  view.outer_a = pair.outer_a;
  view.same = pair.a == pair.b;
  view.primitives = pair.primitives;
  view.degeneracy = pair.a == pair.b ? 1 : 2;
  const int columns = table.shells()[pair.a].columns;
  view.shell_pairs = pair.a == pair.b ? columns * (columns + 1) / 2 : columns * table.shells()[pair.b].columns;
  view.shell_a = table.shells()[pair.a].first_shell;
  view.shell_b = table.shells()[pair.b].first_shell;
  return view;
}

}  // namespace fockproxy::eri
