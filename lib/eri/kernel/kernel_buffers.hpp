// Memory that the kernels of a class work in. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/primitive_lanes.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy::eri {
namespace {

// Both precisions share one memory: a vector takes as much in either.
struct KernelBuffers {
  KernelContext<V> full;
  KernelContext<F> single;
  double* sum_ab;  // of the functions of a bra pair
  // Where the ket has factors: `of_pair` is `full` with the integrals of one lane.
  KernelContext<V> of_pair;
  PrimitiveRoom<V> primitives;
};

// In vectors, but for the last.
struct BufferSizes {
  std::size_t cubes = 0, half_contracted = 0, products = 0, integrals = 0, bra_functions = 0;
  std::size_t pair_integrals = 0, level_products = 0, column_sums = 0;  // for kets with factors
  std::size_t bra_values = 0;

  void admit(const ClassView& bra, const ClassView& ket) {
    const auto larger = [](std::size_t& a, std::size_t b) { a = a < b ? b : a; };
    const auto hermite = static_cast<std::size_t>(tetrahedron(bra.l));
    const auto functions = static_cast<std::size_t>(bra.functions);
    const auto ket_functions = static_cast<std::size_t>(ket.functions);
    larger(cubes, static_cast<std::size_t>(cube_size(bra.l + ket.l)) * levels_together);
    larger(half_contracted, hermite * ket_functions);
    if (bra.factors > 0) larger(products, static_cast<std::size_t>(bra.products) * ket_functions);
    larger(integrals, functions * ket_functions);
    larger(bra_functions, functions);
    larger(bra_values, static_cast<std::size_t>(bra.values));
    if (ket.factors == 0) return;
    larger(pair_integrals, functions * static_cast<std::size_t>(vectors_of<V>(ket.functions)));
    larger(level_products, hermite * levels_together);
    larger(column_sums, hermite * ket_functions);
  }
};

KernelBuffers make_buffers(const BufferSizes& sizes, const BoysTable* boys, double precision, Workspace& workspace) {
  const auto vectors = [&](Workspace::Slot slot, std::size_t number) {
    return static_cast<V*>(workspace.get(slot, sizeof(V) * number));
  };
  V* integrals = vectors(Workspace::integrals, sizes.integrals + sizes.pair_integrals + sizes.bra_functions);
  V* cubes = vectors(Workspace::cubes, sizes.cubes);
  V* half = vectors(Workspace::half_contracted, sizes.half_contracted);
  V* products = vectors(Workspace::products, sizes.products);
  V* columns = vectors(Workspace::column_sums, sizes.level_products + sizes.column_sums);
  void* primitive = workspace.get(
      Workspace::bra_primitive, sizeof(float) * (static_cast<std::size_t>(pair_heading<float>) + sizes.bra_values));
  V* of_pair = integrals + sizes.integrals;
  const auto single = [](V* memory) { return reinterpret_cast<F*>(memory); };
  return {{boys, precision, nullptr, cubes, half, products, integrals},
          {boys, precision, static_cast<float*>(primitive), single(cubes), single(half), single(products),
           single(integrals)},
          reinterpret_cast<double*>(of_pair + sizes.pair_integrals),
          {boys, precision, nullptr, cubes, half, products, of_pair},
          {columns, columns + sizes.level_products}};
}

// (ab|cd) of a bra pair with one ket pair of a class with factors, times scale, in buffers.of_pair.integrals.
Computed with_pair(const PairView& bra, const ClassView& bra_class, const PrimitiveLanes<V>& ket, double scale,
                   const KernelBuffers& buffers) {
  return pair_kernels.of[bra_class.l][ket.view->l](bra, bra_class, ket, scale, buffers.of_pair, buffers.primitives);
}
FOCKPROXY_INLINE double integral_of_pair(const KernelBuffers& buffers, const ClassView& ket, int ab, int cd) {
  const V* row = buffers.of_pair.integrals + ab * vectors_of<V>(ket.functions);
  return reinterpret_cast<const double*>(row)[cd];
}

// For `groups` batches of ket pairs of up to `depth` primitive pairs a lane, and one of them all in single precision.
struct KetRoom {
  V* data;  // of a batch: size vectors
  std::size_t size, levels;
  double* bound;  // of a batch: `levels` numbers
  F* single;
  double* single_bound;
};

KetRoom make_ket_room(const ClassView& ket, int depth, int groups, Workspace& workspace) {
  // Where a pair's primitives fill lanes, each of a batch's pairs has as many levels as the deepest.
  const auto levels = static_cast<std::size_t>(ket.factors == 0 ? depth : lanes * vectors_of<V>(depth));
  const auto batches = static_cast<std::size_t>(groups);
  const std::size_t size = levels * static_cast<std::size_t>(pair_heading<double> + ket.values);
  const std::size_t single = levels * static_cast<std::size_t>(pair_heading<float> + ket.values);
  V* data = static_cast<V*>(workspace.get(Workspace::ket_data, sizeof(V) * (batches * size + single)));
  double* bound = static_cast<double*>(workspace.get(Workspace::bounds, sizeof(double) * levels * (batches + 1)));
  return {data, size, levels, bound, reinterpret_cast<F*>(data + batches * size), bound + levels * batches};
}

}  // namespace
}  // namespace fockproxy::eri
