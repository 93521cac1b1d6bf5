// Ket pairs dealt out to the lanes of batches. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/contraction.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy::eri {
namespace {

// A lane carries every `step`-th primitive pair of a ket pair, from `first`. A pair of many primitives fills several
// lanes, which need not be summed: digestion is linear, so each lane is digested by itself.
struct Lane {
  const PairView* pair;
  int first, step, levels;
};

// A batch of up to `lanes` lanes and what digestion must know of them. Unused lanes have factor 0 and finite data.
struct KetGroup {
  V schwarz, degeneracy, ordinal;
  V coulomb;   // what the ket's density adds to the screening of Coulomb updates
  V quartets;  // shell pairs of the lane's pair; 0 where another lane counts them
  Integers shell_a, shell_b;    // bytes from the first column of a screening matrix
  const PairView* pair[lanes];  // where lanes are unused, that of lane 0
  int used;
  bool fits_single;  // all its pairs
  double largest_schwarz;
  KetBatch<V> batch;
};

// How many primitive pairs a lane should carry at most: few lanes against few levels. A batch costs as much as
// `fixed` levels whatever its depth.
int lane_depth(const PairView* pairs, int count) {
  constexpr double fixed = 1.5;
  int most = 0;
  for (int i = 0; i < count; ++i) most = pairs[i].primitives > most ? pairs[i].primitives : most;
  double best = 0;
  int depth = 0;
  for (int k = 1; k <= most; k += 1 + k / 8) {
    long total = 0;
    for (int i = 0; i < count; ++i) total += (pairs[i].primitives + k - 1) / k;
    const double cost = static_cast<double>((total + lanes - 1) / lanes) * (k + fixed);
    if (depth == 0 || cost < best) {
      best = cost;
      depth = k;
    }
  }
  return depth;
}

// Lanes of `count` pairs, deepest first and by falling Schwarz bound among equals; returns their number.
int deal_lanes(const PairView* pairs, int count, int depth, Workspace& workspace, Lane*& dealt) {
  long total = 0;
  for (int i = 0; i < count; ++i) total += (pairs[i].primitives + depth - 1) / depth;
  dealt = static_cast<Lane*>(workspace.get(Workspace::lanes, sizeof(Lane) * static_cast<std::size_t>(total + 1)));
  int at = 0;
  for (int levels = depth; levels > 0 && at < total; --levels)
    for (int i = 0; i < count; ++i) {
      const int n = pairs[i].primitives, step = (n + depth - 1) / depth;
      for (int first = 0; first < step; ++first)
        if ((n - first + step - 1) / step == levels) dealt[at++] = {pairs + i, first, step, levels};
    }
  return at;
}

// Fills group from `used` lanes: data has room for levels * (4 + entries) vectors, bound for levels.
void pack(const Lane* dealt, int used, const ClassView& view, V* data, double* bound, KetGroup& group) {
  constexpr int heading = pair_heading<double>;
  const int stride = heading + view.entries, levels = dealt[0].levels;
  for (int i = 0; i < levels * stride; ++i) data[i] = V{};
  for (int k = 0; k < levels; ++k) data[k * stride] = broadcast(1.0);
  for (int k = 0; k < levels; ++k) bound[k] = 0;
  group.schwarz = group.degeneracy = group.ordinal = group.quartets = V{};
  group.used = used;
  group.largest_schwarz = 0;
  group.fits_single = true;
  group.batch = {&view, data, bound, levels};
  for (int j = 0; j < lanes; ++j) {
    const PairView& pair = *(group.pair[j] = dealt[j < used ? j : 0].pair);
    group.shell_a[j] = std::int64_t{pair.shell_a} * 8;
    group.shell_b[j] = std::int64_t{pair.shell_b} * 8;
  }
  for (int j = 0; j < used; ++j) {
    const Lane& lane = dealt[j];
    const PairView& pair = *lane.pair;
    group.schwarz[j] = pair.schwarz;
    group.degeneracy[j] = pair.degeneracy;
    group.ordinal[j] = pair.ordinal;
    group.quartets[j] = lane.first == 0 ? pair.shell_pairs : 0;
    group.fits_single = group.fits_single && pair.fits_single;
    if (pair.schwarz > group.largest_schwarz) group.largest_schwarz = pair.schwarz;
    for (int k = 0; k < lane.levels; ++k) {
      const int primitive = lane.first + k * lane.step;
      const double* from = pair.data + static_cast<std::ptrdiff_t>(primitive) * stride;
      double* to = reinterpret_cast<double*>(data + k * stride) + j;
      for (int i = 0; i < heading; ++i) to[i * lanes] = from[i];
      for (int e = 0; e < view.entries; ++e) to[(heading + e) * lanes] = view.sign[e] * from[heading + e];
      if (pair.bounds[primitive] > bound[k]) bound[k] = pair.bounds[primitive];
    }
  }
  for (int k = levels - 1; k > 0; --k) bound[k - 1] = bound[k] > bound[k - 1] ? bound[k] : bound[k - 1];
}

// One or two groups, the deeper first, as one batch in single precision: data has room for levels * (7 + entries)
// vectors, bound for levels.
void pack_single(const KetGroup* const* groups, int count, const ClassView& view, F* data, double* bound,
                 KetBatch<F>& batch) {
  const int levels = groups[0]->batch.levels, stride = pair_heading<double> + view.entries;
  batch = {&view, data, bound, levels};
  F* to = data;
  for (int k = 0; k < levels; ++k) {
    const bool both = count == 2 && k < groups[1]->batch.levels;
    const V* low = groups[0]->batch.data + k * stride;
    const V* high = both ? groups[1]->batch.data + k * stride : nullptr;
    bound[k] = groups[0]->batch.bound[k];
    if (both && groups[1]->batch.bound[k] > bound[k]) bound[k] = groups[1]->batch.bound[k];
    const auto value = [&](int n, double absent) { return joined(low[n], both ? high[n] : broadcast(absent)); };
    *to++ = value(0, 1);
    for (int n = 1; n <= 3; ++n) {
      to[0] = value(n, 0);
      to[3] = joined(low[n] - half_of(to, 0), both ? high[n] - half_of(to, 1) : V{});
      ++to;
    }
    to += 3;
    for (int n = 4; n < stride; ++n) *to++ = value(n, 0);
  }
}

}  // namespace
}  // namespace fockproxy::eri
