// The kernels' entry: all quartets of one class of ket pairs with the bra pairs of a task, digested. Included by the
// kernels' translation units only, which then define their DigestKetClass.
#pragma once

#include "eri/kernel/panels.hpp"
#include "eri/kernel/row_digestion.hpp"

namespace fockproxy::eri {
namespace {

struct Buffers {
  KernelContext kernel;
  double* sum_ab;
};

Buffers make_buffers(const KetTask& task, Workspace& workspace) {
  std::size_t cubes = 0, half = 0, full = 0, pairs = 0;
  for (int i = 0; i < task.bras.count; ++i) {
    const ClassView& bra = *task.bras.lists[i].view;
    const int l = bra.l + task.ket.view->l;
    const auto larger = [](std::size_t& a, std::size_t b) { a = a < b ? b : a; };
    larger(cubes, static_cast<std::size_t>(cube_size(l)) * 8);
    larger(half, static_cast<std::size_t>(tetrahedron(bra.l)) * task.ket.view->functions);
    larger(full, static_cast<std::size_t>(bra.functions) * task.ket.view->functions);
    larger(pairs, static_cast<std::size_t>(bra.functions));
  }
  V* all = static_cast<V*>(workspace.get(Workspace::integrals, sizeof(V) * (full + pairs)));
  return {{task.boys, task.screen.precision, static_cast<V*>(workspace.get(Workspace::cubes, sizeof(V) * cubes)),
           static_cast<V*>(workspace.get(Workspace::half_contracted, sizeof(V) * half)), all},
          reinterpret_cast<double*>(all + full)};
}

void digest(const KetTask& task, const PairView& bra, const ClassView& view, const Buffers& buffers, const Panels& p) {
  const auto rows = [&](int block, int offset) {
    return ((block == 0 ? 0 : task.sides.bra_functions[0]) + std::ptrdiff_t{offset}) * p.row;
  };
  const std::ptrdiff_t a = rows(bra.block_a, bra.offset_a), b = rows(bra.block_b, bra.offset_b);
  const BatchShape shape{view.functions_a, view.functions_b, p.nc, p.nd, p.row};
  const CoulombPart coulomb{p.density_cd, p.fock_cd};
  const std::ptrdiff_t stride = task.sides.bra.density_stride;
  const BraPart own{task.sides.bra.density + own_offset(bra, stride), bra.block_a == 0 ? stride : 1,
                    bra.block_a == 0 ? 1 : stride, buffers.sum_ab};
  digest_batch<true>(buffers.kernel.integrals, shape, own, coulomb,
                     {p.density + a, p.density + b, p.fock + a, p.fock + b});
  for (int s = 1; s < p.spins; ++s)
    digest_batch<false>(buffers.kernel.integrals, shape, {}, coulomb,
                        {p.density + s * p.spin + a, p.density + s * p.spin + b, p.fock + s * p.spin + a,
                         p.fock + s * p.spin + b});
  const std::ptrdiff_t fock_stride = task.sides.bra.fock_stride;
  const std::ptrdiff_t step_a = bra.block_a == 0 ? fock_stride : 1, step_b = bra.block_a == 0 ? 1 : fock_stride;
  for (int s = 0; s < task.sides.spins; ++s) {
    double* to = task.sides.bra.fock + s * task.sides.bra.spin_stride + own_offset(bra, fock_stride);
    const double* from = buffers.sum_ab;
    for (int i = 0; i < view.functions_a; ++i)
      for (int k = 0; k < view.functions_b; ++k) to[i * step_a + k * step_b] += *from++;
  }
}

// The bra pairs of one list against one batch.
void digest_list(const KetTask& task, const BraList& list, const KetGroup& group, const Buffers& buffers, Panels& p,
                 KernelCounts& counts) {
  const ClassView& view = *list.view;
  const ClassView& ket = *task.ket.view;
  const IntegralKernel kernel = integral_kernels.of[view.l][ket.l];
  const double integrals = view.integrals * ket.integrals;
  const std::int64_t level_cost = tetrahedron(view.l) * ket.entries + 100;
  const V threshold = broadcast(task.screen.threshold);
  for (int i = 0; i < list.count; ++i) {
    const PairView& bra = list.pairs[i];
    if (bra.schwarz * group.largest_schwarz * task.screen.largest_density < task.screen.threshold) break;
    const auto prepare = [&](int local, int shell) {
      if (p.filled[local] == 0) {
        p.screen[local] = screen_of(task, group, shell);
        p.filled[local] = 1;
      }
      return p.screen[local];
    };
    const V exchange = maximum(prepare(bra.local_a, bra.shell_a), prepare(bra.local_b, bra.shell_b));
    const double coulomb_ab = task.screen.coulomb[bra.shell_a * task.screen.stride + bra.shell_b];
    const V density = maximum(maximum(broadcast(coulomb_ab), group.coulomb), exchange);
    // The order of the factors is that of QuartetScreen::keeps, so that both decide alike to the last bit.
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
    if (not_below(V{}, scale) == all_lanes) continue;
    const double quartets = sum_of_lanes(counted);
    counts.quartets += quartets;
    counts.integrals += quartets * integrals;
    if (kernel(bra, view, group.batch, scale, buffers.kernel)) {
      const auto fill = [&](int local, int block, int offset, int functions) {
        if (p.filled[local] == 1) {
          fill_rows(task, group, block, offset, functions, p);
          p.filled[local] = 2;
        }
      };
      fill(bra.local_a, bra.block_a, bra.offset_a, view.functions_a);
      fill(bra.local_b, bra.block_b, bra.offset_b, view.functions_b);
      digest(task, bra, view, buffers, p);
    }
    task.done.computed(task.done.context,
                  100 + bra.primitives * (group.batch.levels * level_cost + view.entries * ket.functions));
  }
}

void add_group(const KetTask& task, const KetGroup& group, Panels& p) {
  add_ket_coulomb(task, group, p);
  for (int i = 0; i < task.bras.count; ++i) {
    const BraList& list = task.bras.lists[i];
    for (int n = 0; n < list.count; ++n) {
      const PairView& bra = list.pairs[n];
      const auto add = [&](int local, int block, int offset, int functions) {
        if (p.filled[local] != 2) return;
        add_rows(task, group, block, offset, functions, p);
        p.filled[local] = 0;
      };
      add(bra.local_a, bra.block_a, bra.offset_a, list.view->functions_a);
      add(bra.local_b, bra.block_b, bra.offset_b, list.view->functions_b);
    }
  }
}

void digest_ket_class(const KetTask& task, Workspace& workspace, KernelCounts& counts) {
  const ClassView& ket = *task.ket.view;
  Lane* dealt;
  const int depth = lane_depth(task.ket.pairs, task.ket.count);
  const int total = deal_lanes(task.ket.pairs, task.ket.count, depth, workspace, dealt);
  V* data = static_cast<V*>(workspace.get(
      Workspace::ket_data, sizeof(V) * static_cast<std::size_t>(depth) * static_cast<std::size_t>(4 + ket.entries)));
  double* bound =
      static_cast<double*>(workspace.get(Workspace::bounds, sizeof(double) * static_cast<std::size_t>(depth)));
  const Buffers buffers = make_buffers(task, workspace);
  Panels panels = make_panels(task, workspace);
  for (int first = 0; first < total; first += lanes) {
    KetGroup group;
    pack(dealt + first, total - first < lanes ? total - first : lanes, ket, data, bound, group);
    begin_group(task, group, panels);
    group.coulomb = V{};
    for (int j = 0; j < group.used; ++j)
      group.coulomb[j] = task.screen.coulomb[group.pair[j]->shell_a * task.screen.stride + group.pair[j]->shell_b];
    for (int i = 0; i < task.bras.count; ++i)
      digest_list(task, task.bras.lists[i], group, buffers, panels, counts);
    add_group(task, group, panels);
  }
}

}  // namespace
}  // namespace fockproxy::eri
