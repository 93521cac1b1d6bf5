#include "digestion/libint_digestor.hpp"

#include <cassert>

namespace fockproxy {

namespace {

// The fixed cost of a quartet, in units of integrals times primitive quartets.
constexpr std::int64_t quartet_overhead = 20;

// The part of a block that belongs to two shells: element (p, q) is data[p * stride + q].
template <class T>
struct Patch {
  T* data;
  int stride;
  T* row(int p) const { return data + p * stride; }
};

// The integrals (ab|cd) of a shell quartet, row-major; s of its permutations are distinct.
struct QuartetIntegrals {
  const double* v;
  int na, nb, nc, nd;  // functions of the shells
  double s;
};

template <class T>
struct CoulombPatches {
  Patch<T> ab, cd;
};
template <class T>
struct ExchangePatches {
  Patch<T> ac, bd, ad, bc;
};

// G_ab += D_cd v and G_cd += D_ab v with v = s (ab|cd).
void add_coulomb(const QuartetIntegrals& q, const CoulombPatches<const double>& density,
                 const CoulombPatches<double>& g) {
  const auto [v_begin, na, nb, nc, nd, s] = q;
  const auto [d_ab, d_cd] = density;
  const auto [g_ab, g_cd] = g;
  const double* v = v_begin;
  for (int a = 0; a < na; ++a)
    for (int b = 0; b < nb; ++b) {
      const double dab = s * d_ab.row(a)[b];
      double sum = 0;
      for (int c = 0; c < nc; ++c, v += nd) {
        const double* dcd = d_cd.row(c);
        double* __restrict gcd = g_cd.row(c);
        for (int d = 0; d < nd; ++d) {
          sum += dcd[d] * v[d];
          gcd[d] += dab * v[d];
        }
      }
      g_ab.row(a)[b] += s * sum;
    }
}

// G_ac -= D_bd v / 4, and likewise for bd, ad and bc.
void subtract_exchange(const QuartetIntegrals& q, const ExchangePatches<const double>& density,
                       const ExchangePatches<double>& g) {
  const auto [v_begin, na, nb, nc, nd, s] = q;
  const auto [d_ac, d_bd, d_ad, d_bc] = density;
  const auto [g_ac, g_bd, g_ad, g_bc] = g;
  const double* v = v_begin;
  const double quarter = 0.25 * s;
  for (int a = 0; a < na; ++a)
    for (int b = 0; b < nb; ++b) {
      const double* dbd = d_bd.row(b);
      const double* dad = d_ad.row(a);
      double* __restrict gbd = g_bd.row(b);
      double* __restrict gad = g_ad.row(a);
      for (int c = 0; c < nc; ++c, v += nd) {
        const double dac = quarter * d_ac.row(a)[c];
        const double dbc = quarter * d_bc.row(b)[c];
        double sum_ac = 0, sum_bc = 0;
        for (int d = 0; d < nd; ++d) {
          sum_ac += dbd[d] * v[d];
          sum_bc += dad[d] * v[d];
          gbd[d] -= dac * v[d];
          gad[d] -= dbc * v[d];
        }
        g_ac.row(a)[c] -= quarter * sum_ac;
        g_bc.row(b)[c] -= quarter * sum_bc;
      }
    }
}

}  // namespace

LibintDigestor::LibintDigestor(const FockSystem& system, Watchdog& watchdog)
    : basis_(system.basis()),
      partition_(system.partition),
      engine_(system.pairs),
      spins_(system.spins),
      watchdog_(watchdog),
      coulomb_density_(system.partition, system.spins) {
  for (int s = 0; s < basis_.shells(); ++s)
    cost_.push_back(std::int64_t{basis_.shell(s).functions()} * std::ssize(basis_.shell(s).exponents));
}

Digestor::Counts LibintDigestor::digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                                        ProgressStrategy& progress) {
  assert(task.is_canonical());
  coulomb_density_.set(task, blocks);
  Counts counts;
  const bool same_pair = task.i == task.k && task.j == task.l;
  const double density_of_task = screen.density_of_task(task);
  // The loop of for_each_quartet (tasks/task.hpp), without the bra pairs of which no quartet can survive.
  for (int a = partition_.first_shell(task.i); a < partition_.last_shell(task.i); ++a) {
    const int last_b = task.i == task.j ? a + 1 : partition_.last_shell(task.j);
    for (int b = partition_.first_shell(task.j); b < last_b; ++b) {
      if (!screen.keeps_pair(a, b, task, density_of_task)) continue;
      watchdog_.beat();  // a task of deep contractions may take minutes
      const int last_c = same_pair ? a + 1 : partition_.last_shell(task.k);
      for (int c = partition_.first_shell(task.k); c < last_c; ++c) {
        int last_d = task.k == task.l ? c + 1 : partition_.last_shell(task.l);
        if (same_pair && c == a) last_d = std::min(last_d, b + 1);
        for (int d = partition_.first_shell(task.l); d < last_d; ++d) {
          if (!screen.keeps(a, b, c, d)) continue;
          ++counts.quartets;
          counts.integrals += basis_.integrals(a, b, c, d);
          if (const double* integrals = engine_.compute(a, b, c, d))
            digest_quartet(task, {a, b, c, d}, integrals, blocks);
          progress.computed(quartet_overhead + cost_[a] * cost_[b] * cost_[c] * cost_[d]);
        }
      }
    }
  }
  return counts;
}

void LibintDigestor::digest_quartet(const Task& task, const ShellQuartet& shells, const double* integrals,
                                    const TaskBlocks& blocks) {
  const auto [a, b, c, d] = shells;
  const QuartetIntegrals quartet{integrals,
                                 basis_.shell(a).functions(),
                                 basis_.shell(b).functions(),
                                 basis_.shell(c).functions(),
                                 basis_.shell(d).functions(),
                                 degeneracy(shells)};
  const int oa = partition_.offset_in_block(a), ob = partition_.offset_in_block(b);
  const int oc = partition_.offset_in_block(c), od = partition_.offset_in_block(d);
  const int wj = partition_.functions(task.j), wk = partition_.functions(task.k), wl = partition_.functions(task.l);
  // The patch of the shells at (row, column) in a block with `width` columns per spin.
  const auto patch = [this](auto* block, int row, int column, int width, int spin) {
    const int stride = spins_ * width;
    return Patch<std::remove_pointer_t<decltype(block)>>{block + row * stride + spin * width + column, stride};
  };
  const auto& D = blocks.density;
  const auto& F = blocks.fock;
  for (int spin = 0; spin < spins_; ++spin) {
    const auto coulomb = [&](BlockRole role, int row, int column, int width) {
      return Patch<const double>{coulomb_density_.of(role) + row * width + column, width};
    };
    add_coulomb(quartet, {coulomb(ij, oa, ob, wj), coulomb(kl, oc, od, wl)},
                {patch(F[ij], oa, ob, wj, spin), patch(F[kl], oc, od, wl, spin)});
    subtract_exchange(quartet,
                      {patch(D[ik], oa, oc, wk, spin), patch(D[jl], ob, od, wl, spin), patch(D[il], oa, od, wl, spin),
                       patch(D[jk], ob, oc, wk, spin)},
                      {patch(F[ik], oa, oc, wk, spin), patch(F[jl], ob, od, wl, spin), patch(F[il], oa, od, wl, spin),
                       patch(F[jk], ob, oc, wk, spin)});
  }
}

}  // namespace fockproxy
