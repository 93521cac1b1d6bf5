// The working memory of the kernels of a class. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/primitive_lanes.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy::eri {
namespace {

// Both precisions share one memory: a vector has the same size in both.
struct KernelBuffers {
  KernelContext<V> full;
  KernelContext<F> single;
  V* sum_ab;                    // for the functions of a bra pair
  PrimitiveRoom<V> primitives;  // if the ket has factors
};

// Sizes in vectors, except the last three.
struct BufferSizes {
  std::size_t cubes = 0, half_contracted = 0, products = 0, half_columns = 0, integrals = 0;
  std::size_t of_level = 0, of_primitives = 0, of_columns = 0, ket_half_columns = 0;  // for kets with factors
  std::size_t bra_functions = 0, bra_values = 0, rows = 0;

  // ket_width: the number of vectors for the functions of the ket.
  void admit(const ClassView& bra, const ClassView& ket, int ket_width) {
    const auto larger = [](std::size_t& a, std::size_t b) { a = a < b ? b : a; };
    const auto hermite = static_cast<std::size_t>(tetrahedron(bra.l));
    const auto functions = static_cast<std::size_t>(bra.functions), width = static_cast<std::size_t>(ket_width);
    const auto of_bra = static_cast<std::size_t>(bra.products) * width;
    const auto count = [](int n) { return static_cast<std::size_t>(n); };
    larger(cubes, static_cast<std::size_t>(cube_size(bra.l + ket.l)) * most_levels);
    larger(half_contracted, hermite * width);
    larger(integrals, functions * width);
    larger(bra_functions, functions);
    const std::size_t bra_primitive = count(pair_heading<float>) + count(bra.values);
    larger(bra_values, bra_primitive * (bra.factors > 0 ? count(bra.most.primitives) : 1));
    if (bra.factors > 0) {
      larger(products, of_bra * count(bra.most.in_group));
      larger(half_columns, of_bra * count(bra.most.half_columns));
      larger(rows, count(bra.most.primitives));
    }
    if (ket.factors == 0) return;
    const auto vectors = static_cast<std::size_t>(product_vectors<V>(ket, tetrahedron(bra.l)));
    larger(of_level, vectors * lanes);
    larger(of_primitives, vectors * lanes * count(vectors_of<V>(ket.most.primitives)));
    larger(of_columns, vectors * count(ket.columns_a * ket.columns_b) + 1);  // read past the end, by lanes - 1
    larger(ket_half_columns, count(ket.most.half_columns * columns_tile));
    larger(rows, count(ket.most.primitives));
  }

 private:
  static constexpr std::size_t most_levels = levels_at_once<0>;
};

KernelBuffers make_buffers(const BufferSizes& sizes, const BoysTable* boys, double precision, Workspace& workspace) {
  const auto vectors = [&](Workspace::Slot slot, std::size_t number) {
    return static_cast<V*>(workspace.get(slot, sizeof(V) * number));
  };
  V* integrals = vectors(Workspace::integrals, sizes.integrals + sizes.bra_functions);
  V* cubes = vectors(Workspace::cubes, sizes.cubes);
  V* half = vectors(Workspace::half_contracted, sizes.half_contracted);
  V* products = vectors(Workspace::products, sizes.products);
  V* of_bra = vectors(Workspace::half_columns, sizes.half_columns + sizes.ket_half_columns);
  V* of_ket = of_bra + sizes.half_columns;
  V* of_level = vectors(Workspace::ket_products, sizes.of_level + sizes.of_primitives + sizes.of_columns);
  V* of_primitives = of_level + sizes.of_level;
  auto* rows = static_cast<ColumnRow<V>*>(
      workspace.get(Workspace::rows, 2 * sizes.rows * (sizeof(ColumnRow<V>) + sizeof(const double*))));
  auto* outer = reinterpret_cast<const double**>(rows + 2 * sizes.rows);
  auto* primitive = static_cast<float*>(workspace.get(Workspace::bra_primitive, sizeof(float) * sizes.bra_values));
  const auto single = [](V* memory) { return reinterpret_cast<F*>(memory); };
  return {
      {boys, precision, nullptr, cubes, half, products, integrals, {of_bra, rows, outer}},
      {boys,
       precision,
       primitive,
       single(cubes),
       single(half),
       single(products),
       single(integrals),
       {single(of_bra), reinterpret_cast<ColumnRow<F>*>(rows), reinterpret_cast<const float**>(outer)}},
      integrals + sizes.integrals,
      {of_level, of_primitives, of_primitives + sizes.of_primitives, {of_ket, rows + sizes.rows, outer + sizes.rows}}};
}

// Memory for `groups` batches of ket pairs with up to `depth` primitive pairs per lane, and for one batch of all of
// them in single precision.
struct KetRoom {
  V* data;  // of a batch: size vectors
  std::size_t size, levels;
  double* bound;  // of a batch: `levels` numbers
  F* single;
  double* single_bound;
};

KetRoom make_ket_room(const ClassView& ket, int depth, int groups, Workspace& workspace) {
  const auto levels = static_cast<std::size_t>(ket.factors == 0 ? depth : vectors_of<V>(depth));
  const auto batches = static_cast<std::size_t>(groups);
  const std::size_t size = levels * static_cast<std::size_t>(pair_heading<double> + ket.values);
  const std::size_t single = levels * static_cast<std::size_t>(pair_heading<float> + ket.values);
  V* data = static_cast<V*>(workspace.get(Workspace::ket_data, sizeof(V) * (batches * size + single)));
  double* bound = static_cast<double*>(workspace.get(Workspace::bounds, sizeof(double) * levels * (batches + 1)));
  return {data, size, levels, bound, reinterpret_cast<F*>(data + batches * size), bound + levels * batches};
}

}  // namespace
}  // namespace fockproxy::eri
