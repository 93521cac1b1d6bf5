// Screens, computes and digests all quartets of one class of ket pairs, for the tasks of a batch with their common bra
// pairs. Included by the kernels' translation units only, which then define their DigestKetClass.
//
// A batch is one bra pair (ab| and one ket pair |cd) in each lane. Its parts of D and F are in LaneRows: for each
// function of the bra's blocks I and J a row of vectors, one for each function of c and of d. Digestion reads and adds
// whole vectors. The elements of a lane go from and to their own places in the blocks when rows are filled and added.
//
//        lane:          0     1     2     3
//        ket pair:    (cd)  (c'd') (c"d")  -           c and d of each lane are in blocks K and L
//
//        row of a:   [ D_ac ][ D_ad ]   nc + nd vectors  from blocks IK, IL;  F_ac, F_ad to add, next to them
//        row of b:   [ D_bc ][ D_bd ]   nc + nd vectors  from blocks JK, JL;  F_bc, F_bd
//        own pair:   [ D_cd ]           nc x nd vectors  from block KL;       F_cd
//        D_ab, F_ab: numbers            na x nb          block IJ;            lanes summed
#pragma once

#include <cassert>

#include "eri/kernel/kernel_buffers.hpp"
#include "eri/kernel/ket_lanes.hpp"
#include "eri/kernel/row_digestion.hpp"
#include "eri/kernel/work.hpp"

namespace fockproxy::eri {
namespace {

// The addresses of the lanes' first elements of c, or of d, in D and F, in the rows of one block of the bra, and the
// distances to other elements, in bytes.
struct LaneAddresses {
  Integers density, fock, function, row, spin;
};

// For every function of the bra's two blocks a row of nc + nd vectors: D, and the sum to add to F, between this
// function and the functions of c and d of every lane. A row is filled when its shell is first used, and added to F
// once.
struct LaneRows {
  int spins, nc, nd, row;  // row = nc + nd
  std::ptrdiff_t spin;     // vectors between spins
  V* density;
  V* fock;
  V* density_cd;
  V* fock_cd;
  V* screen;                      // by local shell: the larger exchange maximum towards c and d
  char* filled;                   // by local shell
  const TaskSides* sides[lanes];  // of the task of each lane
  bool one_own_block;             // the tasks of all lanes add to one block of F between the bra's functions
  LaneAddresses addresses[2][2];  // by block of the bra, of c and of d
};

double& lane_of(V* v, std::ptrdiff_t i, int lane) { return reinterpret_cast<double*>(v)[i * lanes + lane]; }

// The lane rows of `count` groups.
void make_lane_rows(const KetTask& task, const FunctionLanes& ket, Workspace& workspace, LaneRows* rows, int count) {
  const TaskSides& sides = task.sides.of[0];
  const int spins = sides.spins, row = ket.a + ket.b;
  const std::ptrdiff_t spin = std::ptrdiff_t{sides.bra_functions[0] + sides.bra_functions[1]} * row;
  const std::ptrdiff_t size = 2 * spins * spin + 2 * ket.width() + sides.bra_shells;
  const auto groups = static_cast<std::size_t>(count);
  V* memory = static_cast<V*>(workspace.get(Workspace::lane_rows, sizeof(V) * groups * static_cast<std::size_t>(size)));
  char* filled =
      static_cast<char*>(workspace.get(Workspace::flags, groups * static_cast<std::size_t>(sides.bra_shells)));
  // Set member by member: tasks are short, and the addresses, most of a LaneRows, change with every group.
  for (int i = 0; i < count; ++i, memory += size, filled += sides.bra_shells) {
    LaneRows& p = rows[i];
    p.spins = spins;
    p.nc = ket.a;
    p.nd = ket.b;
    p.row = row;
    p.spin = spin;
    p.density = memory;
    p.fock = p.density + spins * spin;
    p.density_cd = p.fock + spins * spin;
    p.fock_cd = p.density_cd + ket.width();
    p.screen = p.fock_cd + ket.width();
    p.filled = filled;
  }
}

// The bound of the exchange of a bra shell with each lane.
FOCKPROXY_INLINE V screen_of(const KetTask& task, const KetGroup& group, int shell) {
  const std::int64_t row = address_of(task.screen.exchange + shell * task.screen.stride);
  return maximum(gather(group.shell_a + row), gather(group.shell_b + row));
}

LaneAddresses addresses_of(const KetGroup& group, const LaneRows& p, int bra_block, bool of_d) {
  LaneAddresses to;
  for (int j = 0; j < lanes; ++j) {
    const PairView& pair = *group.pair[j];
    const CrossBlock& cross = p.sides[j]->cross[bra_block][of_d ? pair.block_b : pair.block_a];
    const std::ptrdiff_t first = (of_d ? pair.offset_b : pair.offset_a) * cross.ket_stride;
    to.density[j] = address_of(cross.density + first);
    to.fock[j] = address_of(cross.fock + first);
    to.function[j] = 8 * cross.ket_stride;
    to.row[j] = 8 * cross.bra_stride;
    to.spin[j] = 8 * cross.spin_stride;
  }
  return to;
}

void begin_group(const KetTask& task, const KetGroup& group, LaneRows& p) {
  for (int s = 0; s < task.sides.of[0].bra_shells; ++s) p.filled[s] = 0;
  p.one_own_block = true;
  for (int j = 0; j < lanes; ++j) p.sides[j] = &task.sides.of[group.task[j]];
  for (int block = 0; block < 2; ++block)
    for (int of_d = 0; of_d < 2; ++of_d) p.addresses[block][of_d] = addresses_of(group, p, block, of_d == 1);
  for (int i = 0; i < p.nc * p.nd; ++i) p.density_cd[i] = p.fock_cd[i] = V{};
  for (int j = 0; j < group.used; ++j) {
    const PairView& pair = *group.pair[j];
    const TaskSides& sides = *p.sides[j];
    p.one_own_block = p.one_own_block && sides.bra.fock == p.sides[0]->bra.fock;
    const auto [offset, step_c, step_d] = own_place(pair, sides.ket.density_stride);
    const double* from = sides.ket.density + offset;
    for (int c = 0; c < p.nc; ++c)
      for (int d = 0; d < p.nd; ++d) lane_of(p.density_cd, c * p.nd + d, j) = from[c * step_c + d * step_d];
  }
}

// Fills the rows of one bra shell: `functions` rows from `offset` on in the block `block`.
void fill_rows(const KetTask& task, int block, int offset, int functions, LaneRows& p) {
  const std::ptrdiff_t first = (block == 0 ? 0 : task.sides.of[0].bra_functions[0]) + offset;
  const auto row = p.row;
  for (int s = 0; s < p.spins; ++s) {
    V* density = p.density + s * p.spin + first * row;
    V* fock = p.fock + s * p.spin + first * row;
    for (int i = 0; i < functions * row; ++i) fock[i] = V{};
    const auto copy = [&](const LaneAddresses& from, int count, int slot) {
      Integers of_row = from.density + offset * from.row + s * from.spin;
      for (int f = 0; f < functions; ++f, of_row += from.row) {
        Integers at = of_row;
        for (int g = 0; g < count; ++g, at += from.function) density[f * row + slot + g] = gather(at);
      }
    };
    copy(p.addresses[block][0], p.nc, 0);
    copy(p.addresses[block][1], p.nd, p.nc);
  }
}

void add_rows(const KetTask& task, const KetGroup& group, int block, int offset, int functions, const LaneRows& p) {
  const std::ptrdiff_t first = (block == 0 ? 0 : task.sides.of[0].bra_functions[0]) + offset;
  const auto row = p.row;
  for (int s = 0; s < p.spins; ++s) {
    V* fock = p.fock + s * p.spin + first * row;
    for (int j = 0; j < group.used; ++j) {
      const auto add = [&](const LaneAddresses& to, int count, int slot) {
        std::int64_t of_row = to.fock[j] + offset * to.row[j] + s * to.spin[j];
        for (int f = 0; f < functions; ++f, of_row += to.row[j]) {
          std::int64_t at = of_row;
          for (int g = 0; g < count; ++g, at += to.function[j])
            *reinterpret_cast<double*>(at) -= 0.25 * lane_of(fock, f * row + slot + g, j);
        }
      };
      add(p.addresses[block][0], p.nc, 0);
      add(p.addresses[block][1], p.nd, p.nc);
    }
  }
}

void add_ket_coulomb(const KetGroup& group, const LaneRows& p) {
  for (int j = 0; j < group.used; ++j) {
    const PairView& pair = *group.pair[j];
    const TaskSides& sides = *p.sides[j];
    const auto [offset, step_c, step_d] = own_place(pair, sides.ket.fock_stride);
    for (int s = 0; s < sides.spins; ++s) {
      double* to = sides.ket.fock + s * sides.ket.spin_stride + offset;
      for (int c = 0; c < p.nc; ++c)
        for (int d = 0; d < p.nd; ++d) to[c * step_c + d * step_d] += lane_of(p.fock_cd, c * p.nd + d, j);
    }
  }
}

// Ket pairs that are combined with a bra pair together, in halves of `lanes` lanes: each half alone in double
// precision, or both at once in single precision.
struct KetStrip {
  int halves;
  KetGroup group[2];
  LaneRows rows[2];
  double largest_schwarz;
  KetRoom room;
  KetBatch<F> single;  // levels 0: not packed yet
};

// The combination of the bra pairs of one list with one strip.
struct Meeting {
  const KetTask& task;
  const ClassView& view;
  const KernelBuffers& buffers;
  KetStrip& strip;
};

// The result of screening the quartets of a bra pair with one half.
struct Screened {
  V scale{};           // 2 x degeneracies, 0 in lanes that screening removes
  V counted{};         // unique quartets of the basis set's shells
  int used = 0;        // lanes that remain
  bool single = true;  // all that remain may be computed in single precision
};

// Adds J_ab to the own block of the bra: of the task that all lanes belong to, or of the task of each lane.
FOCKPROXY_INLINE void add_own(const PairView& bra, const ClassView& view, const KetGroup& group, const V* sum_ab,
                              const LaneRows& p) {
  const auto add = [&](const TaskSides& sides, auto value) {
    const auto [offset, step_a, step_b] = own_place(bra, sides.bra.fock_stride);
    for (int s = 0; s < sides.spins; ++s) {
      double* to = sides.bra.fock + s * sides.bra.spin_stride + offset;
      const V* from = sum_ab;
      for (int i = 0; i < view.functions_a; ++i)
        for (int k = 0; k < view.functions_b; ++k) to[i * step_a + k * step_b] += value(*from++);
    }
  };
  if (p.one_own_block) {
    add(*p.sides[0], [](V v) { return sum_of_lanes(v); });
  } else {
    for (int j = 0; j < group.used; ++j) add(*p.sides[j], [j](V v) { return v[j]; });
  }
}

// Integrals in the form for digestion, one vector of doubles each: directly, or one half of the lanes from single
// precision.
struct DoubleIntegrals {
  const V* first;
  V operator[](std::ptrdiff_t i) const { return first[i]; }
  DoubleIntegrals from(std::ptrdiff_t i) const { return {first + i}; }
};
struct SingleIntegrals {
  const F* first;
  int half;
  V operator[](std::ptrdiff_t i) const { return half_of(first + i, half); }
  SingleIntegrals from(std::ptrdiff_t i) const { return {first + i, half}; }
};

// Digests the integrals of a bra pair with one half.
template <class Integrals>
void digest(const Meeting& meeting, const PairView& bra, int half, Integrals integrals) {
  const auto& [task, view, buffers, strip] = meeting;
  const LaneRows& p = strip.rows[half];
  V* const sum_ab = buffers.sum_ab;
  const TaskSides& sides = task.sides.of[0];
  const auto rows = [&](int block, int offset) {
    return ((block == 0 ? 0 : sides.bra_functions[0]) + std::ptrdiff_t{offset}) * p.row;
  };
  const std::ptrdiff_t a = rows(bra.block_a, bra.offset_a), b = rows(bra.block_b, bra.offset_b);
  const BatchShape shape{view.functions_a, view.functions_b, p.nc, p.nd, p.row};
  const CoulombPart<V> coulomb{p.density_cd, p.fock_cd};
  const OwnPlace place = own_place(bra, sides.bra.density_stride);
  const BraPart<V> own{sides.bra.density + place.offset, place.step_a, place.step_b, sum_ab};
  digest_batch<true>(integrals, shape, own, coulomb,
                     ExchangePart<V>{p.density + a, p.density + b, p.fock + a, p.fock + b});
  for (int s = 1; s < p.spins; ++s)
    digest_batch<false>(integrals, shape, BraPart<V>{}, coulomb,
                        ExchangePart<V>{p.density + s * p.spin + a, p.density + s * p.spin + b, p.fock + s * p.spin + a,
                                        p.fock + s * p.spin + b});
  add_own(bra, view, strip.group[half], sum_ab, p);
}

FOCKPROXY_INLINE Screened screen(const KetTask& task, const BraList& list, const PairView& bra, const KetGroup& group,
                                 LaneRows& p) {
  const auto prepare = [&](int local, int shell) {
    if (p.filled[local] == 0) {
      p.screen[local] = screen_of(task, group, shell);
      p.filled[local] = 1;
    }
    return p.screen[local];
  };
  const V threshold = broadcast(task.screen.threshold);
  const V exchange = maximum(prepare(bra.local_a, bra.shell_a), prepare(bra.local_b, bra.shell_b));
  const double coulomb_ab = task.screen.coulomb[bra.shell_a * task.screen.stride + bra.shell_b];
  const V density = maximum(maximum(broadcast(coulomb_ab), group.coulomb), exchange);
  // The factors have the same order as in QuartetScreen::keeps, so both decide alike to the last bit.
  const V bound = bra.schwarz * group.schwarz * density;
  V scale = bra.degeneracy * group.degeneracy;
  V counted = group.quartets * bra.shell_pairs;
  scale = bound < threshold ? V{} : scale + scale;
  counted = bound < threshold ? V{} : counted;
  if (list.same_as_ket) {
    const V ordinal = broadcast(bra.ordinal);
    const V same = group.quartets * (0.5 * (bra.shell_pairs + 1));
    scale = group.ordinal > ordinal ? V{} : group.ordinal == ordinal ? 0.5 * scale : scale;
    counted = group.ordinal > ordinal ? V{} : group.ordinal == ordinal && counted != V{} ? same : counted;
  }
  return {scale, counted, lanes - count_lanes(not_below(V{}, scale)),
          not_below(bound, broadcast(task.screen.single_below)) == 0};
}

// Calls f(local shell, block, offset in it, functions) for both shells of a bra pair.
template <class Function>
FOCKPROXY_INLINE void for_shells(const PairView& bra, const ClassView& view, Function f) {
  f(bra.local_a, bra.block_a, bra.offset_a, view.functions_a);
  f(bra.local_b, bra.block_b, bra.offset_b, view.functions_b);
}

// Fills the rows that the bra pair needs and that are not filled yet.
void fill(const KetTask& task, const PairView& bra, const ClassView& view, LaneRows& p) {
  for_shells(bra, view, [&](int local, int block, int offset, int functions) {
    if (p.filled[local] != 1) return;
    fill_rows(task, block, offset, functions, p);
    p.filled[local] = 2;
  });
}

// The work for a list of bra pairs: lanes with the amount that was computed in each of them, summed.
struct LaneWork {
  std::int64_t lanes = 0, used = 0, digested = 0, primitives = 0, levels = 0, columns = 0;

  void add(int of_lanes, int used_lanes, Computed computed) {
    lanes += of_lanes;
    used += computed ? used_lanes : 0;
    digested += computed ? used_lanes : 0;
    primitives += used_lanes * computed.primitives;
    levels += used_lanes * computed.levels;
    columns += std::int64_t{used_lanes} * computed.columns;
  }
  // Adds the counts of a pair whose primitives are in lanes.
  void add_pair(Computed computed) {
    lanes += computed.lanes;
    used += computed.levels;
    digested += computed ? 1 : 0;
    primitives += computed.primitives;
    levels += computed.levels;
    columns += std::int64_t{eri::lanes} * computed.columns;
  }
  double of(const QuartetWork& work) const {
    return static_cast<double>(levels) * work.level + static_cast<double>(primitives) * work.bra +
           static_cast<double>(columns) * work.columns;
  }
};
struct ListWork {
  LaneWork full, single;
  V counted[2]{};  // by half

  void add_to(KernelCounts& counts, const KetTask& task, const ClassView& bra, const KetStrip& strip) const {
    const ClassView& ket = *task.ket.view;
    if (task.sides.tasks == 1) {
      const double quartets = sum_of_lanes(counted[0] + counted[1]);
      task.sides.counts->quartets += quartets;
      task.sides.counts->integrals += quartets * bra.integrals * ket.integrals;
    }
    for (int h = 0; h < strip.halves && task.sides.tasks > 1; ++h)
      for (int j = 0; j < strip.group[h].used; ++j) {
        TaskCounts& of = task.sides.counts[strip.group[h].task[j]];
        of.quartets += counted[h][j];
        of.integrals += counted[h][j] * bra.integrals * ket.integrals;
      }
    if (!task.count_work) return;
    const int spins = task.sides.of[0].spins;
    const auto digested = static_cast<double>(full.digested + single.digested);
    counts.lanes += static_cast<double>(full.lanes + single.lanes);
    counts.lanes_used += static_cast<double>(full.used + single.used);
    counts.full_flops += full.of(flops_of<double>(bra, ket)) + digested * digestion_flops(bra, ket, spins);
    counts.single_flops += single.of(flops_of<float>(bra, ket));
    counts.bytes += full.of(bytes_of<double>(bra, ket)) + single.of(bytes_of<float>(bra, ket)) +
                    digested * digestion_bytes(bra, ket, spins);
  }
};

// Tells the cost of a bra pair. levels: including all primitive pairs of the bra.
void tell_cost(const KetTask& task, const PairView& bra, const ClassView& view, std::int64_t levels) {
  const ClassView& ket = *task.ket.view;
  const int products = ket.entries + (ket.factors > 0 ? ket.components_a * ket.components_b * ket.columns_a : 0);
  const std::int64_t level_cost = tetrahedron(view.l) * products + 100;
  const std::int64_t bra_cost = std::int64_t{view.entries} * ket.functions;
  task.done.computed(task.done.context, 100 + levels * level_cost + bra.primitives * bra_cost);
}

// Digests one bra pair with both halves at once.
void digest_in_single(const Meeting& meeting, const PairView& bra, const Screened* half, LaneWork& work) {
  const auto& [task, view, buffers, strip] = meeting;
  const ClassView& ket = *task.ket.view;
  if (strip.single.levels == 0) {
    const KetGroup* groups[2] = {&strip.group[0], &strip.group[1]};
    pack_single(groups, strip.halves, ket, strip.room.single, strip.room.single_bound, strip.single);
  }
  const F scale = joined(half[0].scale, half[1].scale);
  const Computed done = single_kernels.of[view.l][ket.l](bra, view, strip.single, scale, buffers.single);
  work.add(2 * lanes, half[0].used + half[1].used, done);
  for (int h = 0; done && h < strip.halves; ++h) {
    if (half[h].used == 0) continue;
    fill(task, bra, view, strip.rows[h]);
    Laps laps(buffers.single.clock);
    digest(meeting, bra, h, SingleIntegrals{buffers.single.integrals, h});
    laps.end(&KernelTicks::digestion);
  }
  tell_cost(task, bra, view, bra.primitives * std::int64_t{strip.single.levels});
}

// Computes (ab|cd) of one bra pair with one half.
Computed compute_in_double(const Meeting& meeting, const PairView& bra, const KetGroup& group, V scale) {
  const auto& [task, view, buffers, strip] = meeting;
  const ClassView& ket = *task.ket.view;
  if (ket.factors == 0) return integral_kernels.of[view.l][ket.l](bra, view, group.batch, scale, buffers.full);
  return pair_kernels.of[view.l][ket.l](bra, view, group.alone, scale[0], buffers.full, buffers.primitives);
}

// Digests one bra pair with one half after the other.
void digest_in_double(const Meeting& meeting, const PairView& bra, const Screened* half, LaneWork& work) {
  const auto& [task, view, buffers, strip] = meeting;
  for (int h = 0; h < strip.halves; ++h) {
    if (half[h].used == 0) continue;
    const KetGroup& group = strip.group[h];
    const Computed done = compute_in_double(meeting, bra, group, half[h].scale);
    if (task.ket.view->factors == 0) work.add(lanes, half[h].used, done);
    else work.add_pair(done);
    if (done) {
      fill(task, bra, view, strip.rows[h]);
      Laps laps(buffers.full.clock);
      digest(meeting, bra, h, DoubleIntegrals{buffers.full.integrals});
      laps.end(&KernelTicks::digestion);
    }
    const bool alone = task.ket.view->factors > 0;
    tell_cost(task, bra, view, alone ? done.lanes / lanes : bra.primitives * std::int64_t{group.batch.levels});
  }
}

// Digests the bra pairs of one list with one strip.
void digest_list(const KetTask& task, const BraList& list, const KernelBuffers& buffers, KetStrip& strip,
                 KernelCounts& counts) {
  const ClassView& view = *list.view;
  // One half alone takes the same time in either precision, and would have to be packed again.
  const bool single_fits = strip.halves == 2 && strip.group[0].fits_single && strip.group[1].fits_single &&
                           fits_single(view, *task.ket.view);
  const Meeting meeting{task, view, buffers, strip};
  ListWork work;
  for (int i = 0; i < list.count; ++i) {
    const PairView& bra = list.pairs[i];
    if (bra.schwarz * strip.largest_schwarz * task.screen.largest_density < task.screen.threshold) break;
    Screened half[2] = {screen(task, list, bra, strip.group[0], strip.rows[0]), {}};
    if (strip.halves == 2) half[1] = screen(task, list, bra, strip.group[1], strip.rows[1]);
    if (half[0].used + half[1].used == 0) continue;
    buffers.full.clock->next_batch();
    for (int h = 0; h < 2; ++h) work.counted[h] += half[h].counted;
    if (single_fits && bra.fits_single && half[0].single && half[1].single)
      digest_in_single(meeting, bra, half, work.single);
    else digest_in_double(meeting, bra, half, work.full);
  }
  work.add_to(counts, task, view, strip);
}

void add_group(const KetTask& task, const KetGroup& group, LaneRows& p) {
  add_ket_coulomb(group, p);
  for (int i = 0; i < task.bras.count; ++i) {
    const BraList& list = task.bras.lists[i];
    for (int n = 0; n < list.count; ++n)
      for_shells(list.pairs[n], *list.view, [&](int local, int block, int offset, int functions) {
        if (p.filled[local] != 2) return;
        add_rows(task, group, block, offset, functions, p);
        p.filled[local] = 0;
      });
  }
}

void digest_ket_class(const KetTask& task, Workspace& workspace, KernelCounts& counts) {
  assert(task.ket.count >= 1);
  BatchClock clock(task.count_work);
  const ClassView& ket = *task.ket.view;
  Lane* dealt = nullptr;
  const int depth = lane_depth(ket, task.ket.pairs, task.ket.count);
  const int total = deal_lanes(task.ket.pairs, task.ket.count, depth, workspace, dealt);
  const KetFunctions functions = deal_ket(ket, workspace);
  BufferSizes sizes;
  for (int i = 0; i < task.bras.count; ++i) sizes.admit(*task.bras.lists[i].view, ket, functions.dealt.width());
  KernelBuffers buffers = make_buffers(sizes, task.boys, task.screen.precision, workspace);
  buffers.full.clock = buffers.single.clock = &clock;
  KetStrip strip;
  const int most = task.screen.single_below > 0 && ket.factors == 0 ? 2 : 1;
  strip.room = make_ket_room(ket, depth, most, workspace);
  make_lane_rows(task, functions.dealt, workspace, strip.rows, most);
  for (int first = 0; first < total;) {
    strip.single.levels = 0;
    strip.halves = 0;
    strip.largest_schwarz = 0;
    while (strip.halves < most && first < total) {
      const int h = strip.halves++;
      KetGroup& group = strip.group[h];
      const int taken = ket.factors > 0 ? 1 : total - first < lanes ? total - first : lanes;
      V* data = strip.room.data + h * strip.room.size;
      double* bound = strip.room.bound + h * strip.room.levels;
      if (ket.factors > 0) pack_alone(dealt[first], ket, functions, data, bound, group);
      else pack(dealt + first, taken, ket, data, bound, group);
      group.coulomb = V{};
      for (int j = 0; j < group.used; ++j)
        group.coulomb[j] = task.screen.coulomb[group.pair[j]->shell_a * task.screen.stride + group.pair[j]->shell_b];
      begin_group(task, group, strip.rows[h]);
      if (group.largest_schwarz > strip.largest_schwarz) strip.largest_schwarz = group.largest_schwarz;
      first += taken;
    }
    for (int i = 0; i < task.bras.count; ++i) digest_list(task, task.bras.lists[i], buffers, strip, counts);
    for (int h = 0; h < strip.halves; ++h) add_group(task, strip.group[h], strip.rows[h]);
  }
  clock.add_to(counts.ticks);
}

}  // namespace
}  // namespace fockproxy::eri
