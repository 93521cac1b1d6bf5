// Distributes ket pairs over the lanes of batches. Included by the kernels' translation units only.
#pragma once

#include <cassert>

#include "eri/kernel/primitive_lanes.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy::eri {
namespace {

// A lane has every `step`-th primitive pair of a ket pair, from `first` on. A pair with many primitives fills several
// lanes. These need not be summed: digestion is linear, so each lane is digested separately. A pair of a class with
// factors is a group of its own: its primitives fill lanes first, and then its functions (primitive_lanes.hpp).
struct Lane {
  KetPair of;
  int first, step, levels;
};

// A batch of up to `lanes` lanes, with the data that digestion needs about them. Unused lanes have factor 0 and finite
// data. For a class with factors the lanes are parts of one pair.
struct KetGroup {
  V schwarz, degeneracy, ordinal;
  V coulomb;                    // contribution of the ket's density to the screening of Coulomb updates
  V quartets;                   // shell pairs of the lane's pair; 0 if another lane counts them
  Integers shell_a, shell_b;    // bytes from the first column of a screening matrix
  const PairView* pair[lanes];  // in unused lanes that of lane 0
  int task[lanes];              // likewise
  int used;
  bool fits_single;  // true if all its pairs fit
  double largest_schwarz;
  KetBatch<V> batch;        // for classes without factors
  PrimitiveLanes<V> alone;  // for the others, with
  PairView parts[lanes];
};

// The largest number of primitive pairs per lane: a balance between few lanes and few levels. A batch costs as much as
// `fixed` levels, whatever its depth. For a class with factors: all primitive pairs.
int lane_depth(const ClassView& view, const KetPair* pairs, int count) {
  constexpr double fixed = 1.5;
  int most = 0;
  for (int i = 0; i < count; ++i) most = pairs[i].pair->primitives > most ? pairs[i].pair->primitives : most;
  if (view.factors > 0) return most;
  double best = 0;
  int depth = 0;
  for (int k = 1; k <= most; k += 1 + k / 8) {
    long total = 0;
    for (int i = 0; i < count; ++i) total += (pairs[i].pair->primitives + k - 1) / k;
    const long groups = (total + lanes - 1) / lanes;
    const double cost = static_cast<double>(groups) * (k + fixed);
    if (depth == 0 || cost < best) {
      best = cost;
      depth = k;
    }
  }
  return depth;
}

// Fills the lanes of `count` pairs, the deepest first, and lanes of equal depth by descending Schwarz bound. Returns
// their number.
int deal_lanes(const KetPair* pairs, int count, int depth, Workspace& workspace, Lane*& dealt) {
  long total = 0;
  for (int i = 0; i < count; ++i) total += (pairs[i].pair->primitives + depth - 1) / depth;
  dealt = static_cast<Lane*>(workspace.get(Workspace::lanes, sizeof(Lane) * static_cast<std::size_t>(total + 1)));
  int at = 0;
  for (int levels = depth; levels > 0 && at < total; --levels)
    for (int i = 0; i < count; ++i) {
      const int n = pairs[i].pair->primitives, step = (n + depth - 1) / depth;
      for (int first = 0; first < step; ++first)
        if ((n - first + step - 1) / step == levels) dealt[at++] = {pairs[i], first, step, levels};
    }
  return at;
}

// Sets the data of the group's pairs, except their primitives.
void describe(const Lane* dealt, int used, KetGroup& group) {
  group.schwarz = group.degeneracy = group.ordinal = group.quartets = V{};
  group.used = used;
  group.largest_schwarz = 0;
  group.fits_single = true;
  for (int j = 0; j < lanes; ++j) {
    const KetPair& of = dealt[j < used ? j : 0].of;
    group.task[j] = of.task;
    const PairView& pair = *(group.pair[j] = of.pair);
    group.shell_a[j] = std::int64_t{pair.shell_a} * 8;
    group.shell_b[j] = std::int64_t{pair.shell_b} * 8;
  }
  for (int j = 0; j < used; ++j) {
    const PairView& pair = *dealt[j].of.pair;
    group.schwarz[j] = pair.schwarz;
    group.degeneracy[j] = pair.degeneracy;
    group.ordinal[j] = pair.ordinal;
    group.quartets[j] = dealt[j].first == 0 ? pair.shell_pairs : 0;
    group.fits_single = group.fits_single && pair.fits_single;
    if (pair.schwarz > group.largest_schwarz) group.largest_schwarz = pair.schwarz;
  }
}

// Sets `levels` levels of vectors to values without effect: exponents 1, all others 0.
void clear_levels(int levels, int stride, V* data, double* bound) {
  for (int i = 0; i < levels * stride; ++i) data[i] = V{};
  for (int k = 0; k < levels; ++k) data[k * stride] = broadcast(1.0);
  for (int k = 0; k < levels; ++k) bound[k] = 0;
}

// Writes one primitive pair to one lane of a level.
void put_primitive(const PairView& pair, int primitive, const ClassView& view, int lane, V* level, double& bound) {
  constexpr int heading = pair_heading<double>;
  const double* from = pair.data + static_cast<std::ptrdiff_t>(primitive) * (heading + view.values);
  double* to = reinterpret_cast<double*>(level) + lane;
  for (int i = 0; i < heading; ++i) to[i * lanes] = from[i];
  for (int e = 0; e < view.entries; ++e) to[(heading + e) * lanes] = view.sign[e] * from[heading + e];
  if (pair.bounds[primitive] > bound) bound = pair.bounds[primitive];
}

// Replaces the bound of each level by the largest bound of this level and all later ones.
void make_falling(double* bound, int levels) {
  for (int k = levels - 1; k > 0; --k) bound[k - 1] = bound[k] > bound[k - 1] ? bound[k] : bound[k - 1];
}

// The distribution of the functions of a class's pairs over lanes.
struct KetFunctions {
  FunctionLanes dealt;    // for a class with factors; else each lane has all functions
  const KetPlace* place;  // likewise
};

KetFunctions deal_ket(const ClassView& ket, Workspace& workspace) {
  if (ket.factors == 0) return {{ket.functions_a, ket.functions_b, lanes, {}, {}, {}, {}}, nullptr};
  const FunctionLanes dealt = deal_functions(ket, lanes);
  const auto number = static_cast<std::size_t>(dealt.width()) * lanes;
  auto* place = static_cast<KetPlace*>(workspace.get(Workspace::places, sizeof(KetPlace) * number));
  place_functions(ket, dealt, lanes, place);
  return {dealt, place};
}

// Packs a single pair. data has room for lanes * (4 + entries) numbers per level.
PrimitiveLanes<V> pack_alone(const PairView& pair, const ClassView& view, const KetFunctions& functions, V* data,
                             double* bound) {
  const int levels = vectors_of<V>(pair.primitives), stride = pair_heading<double> + view.entries;
  clear_levels(levels, stride, data, bound);
  for (int i = 0; i < pair.primitives; ++i)
    put_primitive(pair, i, view, i % lanes, data + i / lanes * stride, bound[i / lanes]);
  make_falling(bound, levels);
  return {&view, &pair, data, bound, levels, functions.dealt.width(), functions.place};
}

void pack_alone(const Lane& dealt, const ClassView& view, const KetFunctions& functions, V* data, double* bound,
                KetGroup& group) {
  Lane parts[lanes];
  const FunctionLanes& of = functions.dealt;
  for (int n = 0; n < of.used; ++n) {
    PairView& part = group.parts[n] = *dealt.of.pair;
    part.offset_a += of.first_a[n];
    part.offset_b += of.first_b[n];
    parts[n] = {{&part, dealt.of.task}, n, 1, dealt.levels};
  }
  describe(parts, of.used, group);
  group.alone = pack_alone(*dealt.of.pair, view, functions, data, bound);
}

// Fills group from `used` lanes, the deepest first. data and bound have room for the number of levels in KetRoom.
void pack(const Lane* dealt, int used, const ClassView& view, V* data, double* bound, KetGroup& group) {
  assert(1 <= used && used <= lanes);
  describe(dealt, used, group);
  const int levels = dealt[0].levels, stride = pair_heading<double> + view.values;
  clear_levels(levels, stride, data, bound);
  group.batch = {&view, data, bound, levels};
  for (int j = 0; j < used; ++j)
    for (int k = 0; k < dealt[j].levels; ++k)
      put_primitive(*dealt[j].of.pair, dealt[j].first + k * dealt[j].step, view, j, data + k * stride, bound[k]);
  make_falling(bound, levels);
}

// Packs one or two groups, the deeper first, as one batch in single precision. data has room for levels * (7 + entries)
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
