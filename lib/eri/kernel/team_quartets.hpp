// Screens, computes and digests the quartets of one bra pair with up to team_kets ket pairs, by a team of threads. Each
// thread has one ket pair at a time: its integrals are one lane of the kernels for CPUs. Large functions that do not
// depend on angular momenta are not inlined, so that the many kernels of a GPU share them. Included by the kernels'
// translation units only, with FOCKPROXY_LANES 1.
#pragma once

#include "eri/kernel/contraction.hpp"
#include "eri/kernel/row_digestion.hpp"
#include "eri/kernel/team.hpp"

namespace fockproxy::eri {
namespace {

// The factors have the same order as in QuartetScreen::bound. Products and maxima are rounded alike on all processors,
// so all decide alike to the last bit.
FOCKPROXY_INLINE double bound_of(const TaskScreen& screen, const PairView& bra, const PairView& ket) {
  const auto at = [&](const double* table, int a, int b) { return table[a * screen.stride + b]; };
  const double exchange =
      maximum(maximum(at(screen.exchange, bra.shell_a, ket.shell_a), at(screen.exchange, bra.shell_a, ket.shell_b)),
              maximum(at(screen.exchange, bra.shell_b, ket.shell_a), at(screen.exchange, bra.shell_b, ket.shell_b)));
  const double coulomb =
      maximum(at(screen.coulomb, bra.shell_a, bra.shell_b), at(screen.coulomb, ket.shell_a, ket.shell_b));
  return bra.schwarz * ket.schwarz * maximum(coulomb, exchange);
}

// Item n of the work, 0 <= n < work.count.
FOCKPROXY_INLINE TeamItem item_of(const TeamWork& work, std::int64_t n) {
  int low = 0, high = work.run_count;  // the item is in a run from low on and before high
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (work.runs[middle].first_item <= n ? low : high) = middle;
  }
  const TeamRun& run = work.runs[low];
  const std::int64_t index = n - run.first_item;
  const int first = static_cast<int>(index % run.parts()) * team_kets;
  return {.bra = run.bras + index / run.parts(),
          .first = run.first + first,
          .kets = minimum(run.kets - first, team_kets),
          .task = run.task};
}

// False if no quartet of an item can survive: the first ket pair has the largest Schwarz bound.
FOCKPROXY_INLINE bool may_survive(const TeamWork& work, const TeamItem& item) {
  const double largest = item.bra->schwarz * work.kets[item.first].pair->schwarz * work.screen.largest_density;
  return !(largest < work.screen.threshold);
}

// The factor of a quartet and the number of quartets of the basis set's shells in it; both 0 if another item has it.
struct Kept {
  double scale, quartets;
};
FOCKPROXY_INLINE Kept kept(const PairView& bra, const PairView& ket, bool same_as_ket) {
  const double degeneracy = bra.degeneracy * ket.degeneracy, quartets = bra.shell_pairs * ket.shell_pairs;
  if (!same_as_ket || ket.ordinal < bra.ordinal) return {.scale = 2 * degeneracy, .quartets = quartets};
  if (ket.ordinal > bra.ordinal) return {.scale = 0, .quartets = 0};
  return {.scale = degeneracy, .quartets = 0.5 * ket.shell_pairs * (bra.shell_pairs + 1)};
}

// Lists the ket pairs of an item that survive, by precision, and counts their quartets.
FOCKPROXY_NOINLINE void list_survivors(const TeamWork& work, const TeamItem& item, TeamMemory memory, Team& team) {
  PerThread<double> counted;
  team.each([&](int thread) {
    if (thread < 2) memory.used[thread] = 0;
    counted[thread] = 0;
  });
  team.each([&](int thread) {
    for (int n = thread; n < item.kets; n += team_size) {
      const TeamKet& ket = work.kets[item.first + n];
      const double bound = bound_of(work.screen, *item.bra, *ket.pair);
      if (bound < work.screen.threshold) continue;
      const auto [scale, quartets] = kept(*item.bra, *ket.pair, work.same_as_ket);
      if (scale == 0) continue;
      const int single = ket.single && item.bra->fits_single && bound < work.screen.single_below ? 1 : 0;
      memory.slots[single * team_kets + Team::take(memory.used[single])] = {scale, item.first + n};
      counted[thread] += quartets;
    }
  });
  const double integrals = work.bra->integrals * work.ket->integrals;
  team.add_sum(work.counts[item.task].quartets, [&](int thread) { return counted[thread]; });
  team.add_sum(work.counts[item.task].integrals, [&](int thread) { return counted[thread] * integrals; });
}

FOCKPROXY_INLINE const double* levels_of(const TeamKet& ket, double) { return ket.pair->data; }
FOCKPROXY_INLINE const float* levels_of(const TeamKet& ket, float) { return ket.single; }

// The ket pairs that a bra pair meets at a time: up to team_size slots, one per thread.
struct TeamRound {
  const PairView& bra;
  const TeamSlot* slots;
  int used;
};

// (ab|cd) of a round, in OwnLayout::integrals. `any`: false, with undefined integrals, if the thread has no slot or all
// its primitive quartets are negligible.
// The centre of the bra is subtracted from that of the ket, not the other way as in lanes. The signs of the ket's
// entries then belong to the bra's entries, which all threads share.
template <int Lb, int Lk, class X>
FOCKPROXY_TEAM void compute_round(const TeamWork& work, const TeamRound& round, const OwnLayout& layout,
                                  const TeamMemory& memory, PerThread<bool>& any, Team& team) {
  constexpr int L = Lb + Lk, heading = pair_heading<X>;
  const PairView& bra = round.bra;
  const ClassView &bra_class = *work.bra, &ket_class = *work.ket;
  X* const primitive = reinterpret_cast<X*>(memory.primitive);
  team.each([&](int thread) { any[thread] = false; });
  for (int i = 0; i < bra.primitives; ++i) {
    const double* from = bra.data + std::ptrdiff_t{i} * (pair_heading<double> + bra_class.values);
    team.each([&](int thread) {
      for (int n = thread; n < heading + bra_class.entries; n += team_size) {
        const X number = pair_number(from, n, X());
        primitive[n] = n < heading ? number : number * static_cast<X>(bra_class.sign[n - heading]);
      }
    });
    team.each([&](int thread) {
      if (thread >= round.used) return;
      const TeamSlot& slot = round.slots[thread];
      const TeamKet& ket = work.kets[slot.ket];
      const auto half = own_numbers<X>(memory, layout.half, thread);
      const X* level = levels_of(ket, X());
      int levels = 0;
      for (; levels < ket.pair->primitives; ++levels, level += heading + ket_class.entries) {
        if (bra.bounds[i] * ket.pair->bounds[levels] < work.screen.precision) break;  // bounds decrease
        X cube[cube_size(L)], scaled[L + 1];
        HermiteStart<X> start;
        begin_hermite<L>(work.boys[L], level, primitive, static_cast<X>(slot.scale), start);
        scaled_boys<L>(work.boys[L], start, scaled);
        raise_hermite<L>(scaled, start.difference, cube);
        contract_ket<Lb, L + 1>(cube, 1, level, ket_class, half, levels > 0);
      }
      if (levels == 0) return;
      contract_bra<entries_each<Lb>>(half, ket_class.functions, primitive + heading, bra_class,
                                     own_numbers<X>(memory, layout.integrals, thread), any[thread]);
      any[thread] = true;
    });
  }
}

// Calls f(n, block, element) for every element of D or F between a function of the bra and one of the ket: its number
// in the rows of a thread, its block, and its place in the block.
template <class Function>
FOCKPROXY_INLINE void for_cross_elements(const TaskSides& sides, const PairView& bra, const ClassView& bra_class,
                                         const PairView& ket, const ClassView& ket_class, Function f) {
  const int width = ket_class.functions_a + ket_class.functions_b, rows = bra_class.functions_a + bra_class.functions_b;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < width; ++column) {
      const bool of_b = row >= bra_class.functions_a, of_d = column >= ket_class.functions_a;
      const CrossBlock& block = sides.cross[of_b ? bra.block_b : bra.block_a][of_d ? ket.block_b : ket.block_a];
      const int bra_function = of_b ? bra.offset_b + row - bra_class.functions_a : bra.offset_a + row;
      const int ket_function = of_d ? ket.offset_b + column - ket_class.functions_a : ket.offset_a + column;
      for (int s = 0; s < sides.spins; ++s)
        f((s * rows + row) * width + column, block,
          bra_function * block.bra_stride + ket_function * block.ket_stride + s * block.spin_stride);
    }
}

// Integrals of a thread in the form for digestion.
template <class X>
struct OwnIntegrals {
  OwnNumbers<X> first;
  FOCKPROXY_INLINE double operator[](std::ptrdiff_t i) const { return first[i]; }
  FOCKPROXY_INLINE OwnIntegrals from(std::ptrdiff_t i) const { return {first + i}; }
};

// Digests the integrals of one thread: reads its elements of D, and adds to F all but J_ab, which is left in
// OwnLayout::sum_ab.
template <class X>
FOCKPROXY_NOINLINE void digest_own(const TeamWork& work, const TeamItem& item, const PairView& ket, OwnLayout layout,
                                   TeamMemory memory, int thread) {
  using Numbers = OwnNumbers<double>;
  const TaskSides& sides = work.sides[item.task];
  const PairView& bra = *item.bra;
  const ClassView &bra_class = *work.bra, &ket_class = *work.ket;
  const int nc = ket_class.functions_a, nd = ket_class.functions_b, width = nc + nd;
  const std::ptrdiff_t spin = std::ptrdiff_t{bra_class.functions_a + bra_class.functions_b} * width;
  const auto numbers = [&](std::ptrdiff_t part) { return own_numbers<double>(memory, part, thread); };
  const Numbers density = numbers(layout.density), fock = numbers(layout.fock);
  const Numbers density_cd = numbers(layout.density_cd), fock_cd = numbers(layout.fock_cd);
  for_cross_elements(sides, bra, bra_class, ket, ket_class,
                     [&](std::ptrdiff_t n, const CrossBlock& block, std::ptrdiff_t element) {
                       density[n] = block.density[element];
                       fock[n] = 0;
                     });
  const OwnPlace cd = own_place(ket, sides.ket.density_stride), ab = own_place(bra, sides.bra.density_stride);
  for (int c = 0; c < nc; ++c)
    for (int d = 0; d < nd; ++d) {
      density_cd[c * nd + d] = sides.ket.density[cd.offset + c * cd.step_a + d * cd.step_b];
      fock_cd[c * nd + d] = 0;
    }

  const OwnIntegrals<X> integrals{own_numbers<X>(memory, layout.integrals, thread)};
  const BatchShape shape{bra_class.functions_a, bra_class.functions_b, nc, nd, width};
  const CoulombPart<double, Numbers, Numbers> coulomb{density_cd, fock_cd};
  for (int s = 0; s < sides.spins; ++s) {
    const std::ptrdiff_t a = s * spin, b = a + std::ptrdiff_t{bra_class.functions_a} * width;
    const ExchangePart<double, Numbers, Numbers> exchange{density + a, density + b, fock + a, fock + b};
    const BraPart<double, Numbers> own{sides.bra.density + ab.offset, ab.step_a, ab.step_b, numbers(layout.sum_ab)};
    if (s == 0) digest_batch<true>(integrals, shape, own, coulomb, exchange);
    else digest_batch<false>(integrals, shape, own, coulomb, exchange);
  }

  for_cross_elements(sides, bra, bra_class, ket, ket_class,
                     [&](std::ptrdiff_t n, const CrossBlock& block, std::ptrdiff_t element) {
                       Team::add(block.fock[element], -0.25 * fock[n]);
                     });
  const OwnPlace to = own_place(ket, sides.ket.fock_stride);
  for (int s = 0; s < sides.spins; ++s)
    for (int c = 0; c < nc; ++c)
      for (int d = 0; d < nd; ++d)
        Team::add(sides.ket.fock[to.offset + c * to.step_a + d * to.step_b + s * sides.ket.spin_stride],
                  fock_cd[c * nd + d]);
}

// Adds J_ab of all threads to the block between the bra's functions. Not a phase: each thread reads its own numbers.
FOCKPROXY_INLINE void add_bra_coulomb(const TeamWork& work, const TeamItem& item, const OwnLayout& layout,
                                      const TeamMemory& memory, PerThread<bool>& any, Team& team) {
  const TaskSides& sides = work.sides[item.task];
  const OwnPlace to = own_place(*item.bra, sides.bra.fock_stride);
  for (int a = 0; a < work.bra->functions_a; ++a)
    for (int b = 0; b < work.bra->functions_b; ++b) {
      const std::ptrdiff_t n = a * work.bra->functions_b + b;
      const auto part = [&](int thread) {
        return any[thread] ? own_numbers<double>(memory, layout.sum_ab, thread)[n] : 0.0;
      };
      double* const element = sides.bra.fock + to.offset + a * to.step_a + b * to.step_b;
      for (int s = 0; s < sides.spins; ++s) team.add_sum(element[s * sides.bra.spin_stride], part);
    }
}

// Computes and digests the listed quartets of one precision, team_size at a time. Calls done(their number) after each
// round.
template <int Lb, int Lk, class X, class Done>
FOCKPROXY_INLINE void digest_slots(const TeamWork& work, const TeamItem& item, const TeamMemory& memory, Team& team,
                                   Done done) {
  const OwnLayout layout(*work.bra, *work.ket, work.sides[item.task].spins);
  constexpr int list = sizeof(X) == sizeof(double) ? 0 : 1;
  const int all = memory.used[list];
  for (int first = 0; first < all; first += team_size) {
    const TeamRound round{*item.bra, memory.slots + list * team_kets + first, minimum(all - first, team_size)};
    PerThread<bool> any;
    compute_round<Lb, Lk, X>(work, round, layout, memory, any, team);
    team.each([&](int thread) {
      if (any[thread]) digest_own<X>(work, item, *work.kets[round.slots[thread].ket].pair, layout, memory, thread);
    });
    add_bra_coulomb(work, item, layout, memory, any, team);
    done(round.used);
  }
}

// All quartets of an item.
template <int Lb, int Lk, class Done>
FOCKPROXY_TEAM void digest_item(const TeamWork& work, const TeamItem& item, const TeamMemory& memory, Team& team,
                                Done done) {
  list_survivors(work, item, memory, team);
  digest_slots<Lb, Lk, double>(work, item, memory, team, done);
  if constexpr (Lb <= kernel_max_single_l && Lk <= kernel_max_single_l)
    digest_slots<Lb, Lk, float>(work, item, memory, team, done);
  team.each([](int) {});  // nobody lists the next item's pairs before all have read how many this one has
}

// The parts of the memory that a team shares, from its first byte.
FOCKPROXY_INLINE TeamMemory team_memory(void* shared, double* own) {
  auto* slots = static_cast<TeamSlot*>(shared);
  auto* used = reinterpret_cast<int*>(slots + 2 * team_kets);
  return {.slots = slots, .used = used, .primitive = reinterpret_cast<double*>(used + 4), .own = own};
}

}  // namespace
}  // namespace fockproxy::eri
