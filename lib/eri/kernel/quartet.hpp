// Computes a single quartet of generalized shells, for tests and bounds; speed is not a goal. Included by the kernels'
// translation units only.
#pragma once

#include "eri/kernel/ket_class.hpp"

namespace fockproxy::eri {
namespace {

bool compute_quartet(const QuartetView& quartet, Workspace& workspace, double* result) {
  const ClassView &bra = *quartet.bra_class, &ket = *quartet.ket_class;
  const int size = bra.functions * ket.functions;
  for (int i = 0; i < size; ++i) result[i] = 0;
  const KetPair alone_in_batch{&quartet.ket, 0};
  const int depth = lane_depth(ket, &alone_in_batch, 1);
  Lane* dealt = nullptr;
  const int total = deal_lanes(&alone_in_batch, 1, depth, workspace, dealt);
  const KetFunctions functions = deal_ket(ket, workspace);
  BufferSizes sizes;
  sizes.admit(bra, ket, functions.dealt.width());
  const KernelBuffers buffers = make_buffers(sizes, quartet.boys, quartet.precision, workspace);
  const KetRoom room = make_ket_room(ket, depth, 1, workspace);
  if (ket.factors > 0) {
    const PrimitiveLanes<V> alone = pack_alone(quartet.ket, ket, functions, room.data, room.bound);
    const KernelContext<V>& full = buffers.full;
    if (!pair_kernels.of[bra.l][ket.l](quartet.bra, bra, alone, 1.0, full, buffers.primitives)) return false;
    for (int ab = 0; ab < bra.functions; ++ab)
      for (int n = 0; n < alone.width * lanes; ++n) {
        const int function = alone.place[n].function;
        if (function >= 0)
          result[ab * ket.functions + function] = full.integrals[ab * alone.width + n / lanes][n % lanes];
      }
    return true;
  }
  bool any = false;
  for (int first = 0; first < total; first += lanes) {
    KetGroup group;
    pack(dealt + first, total - first < lanes ? total - first : lanes, ket, room.data, room.bound, group);
    if (quartet.single) {
      const KetGroup* only = &group;
      KetBatch<F> batch;
      pack_single(&only, 1, ket, room.single, room.single_bound, batch);
      const F scale = joined(broadcast(1.0), V{});
      if (!single_kernels.of[bra.l][ket.l](quartet.bra, bra, batch, scale, buffers.single)) continue;
    } else if (!integral_kernels.of[bra.l][ket.l](quartet.bra, bra, group.batch, broadcast(1.0), buffers.full)) {
      continue;
    }
    any = true;
    for (int i = 0; i < size; ++i)  // unused lanes are zero
      result[i] += sum_of_lanes(quartet.single ? half_of(buffers.single.integrals + i, 0) : buffers.full.integrals[i]);
  }
  return any;
}

}  // namespace
}  // namespace fockproxy::eri
