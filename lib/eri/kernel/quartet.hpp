// One quartet of generalized shells by itself: for tests and bounds, not for speed. Included by the kernels'
// translation units only.
#pragma once

#include "eri/kernel/ket_class.hpp"

namespace fockproxy::eri {
namespace {

bool compute_quartet(const QuartetView& quartet, Workspace& workspace, double* result) {
  const ClassView &bra = *quartet.bra_class, &ket = *quartet.ket_class;
  const int size = bra.functions * ket.functions;
  for (int i = 0; i < size; ++i) result[i] = 0;
  const int depth = lane_depth(&quartet.ket, 1);
  Lane* dealt;
  const int total = deal_lanes(&quartet.ket, 1, depth, workspace, dealt);
  const auto room = [&](Workspace::Slot slot, std::size_t vectors) {
    return static_cast<V*>(workspace.get(slot, sizeof(V) * vectors));
  };
  V* data = room(Workspace::ket_data, static_cast<std::size_t>(depth) * static_cast<std::size_t>(4 + ket.entries));
  double* bound =
      static_cast<double*>(workspace.get(Workspace::bounds, sizeof(double) * static_cast<std::size_t>(depth)));
  const KernelContext context{
      quartet.boys, quartet.precision, room(Workspace::cubes, static_cast<std::size_t>(cube_size(bra.l + ket.l)) * 8),
      room(Workspace::half_contracted, static_cast<std::size_t>(tetrahedron(bra.l)) * ket.functions),
      room(Workspace::integrals, static_cast<std::size_t>(size))};
  bool any = false;
  for (int first = 0; first < total; first += lanes) {
    KetGroup group;
    pack(dealt + first, total - first < lanes ? total - first : lanes, ket, data, bound, group);
    if (!integral_kernels.of[bra.l][ket.l](quartet.bra, bra, group.batch, broadcast(1.0), context)) continue;
    any = true;
    for (int i = 0; i < size; ++i) result[i] += sum_of_lanes(context.integrals[i]);  // unused lanes are zero
  }
  return any;
}

}  // namespace
}  // namespace fockproxy::eri
