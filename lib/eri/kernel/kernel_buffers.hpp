// Memory that the kernels of a class work in. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/contraction.hpp"
#include "eri/kernel/workspace.hpp"

namespace fockproxy::eri {
namespace {

// Both precisions share one memory: a vector takes as much in either.
struct KernelBuffers {
  KernelContext<V> full;
  KernelContext<F> single;
  double* sum_ab;  // of the functions of a bra pair
};

// In vectors, but for the last.
struct BufferSizes {
  std::size_t cubes = 0, half_contracted = 0, integrals = 0, bra_functions = 0, bra_entries = 0;

  void admit(const ClassView& bra, const ClassView& ket) {
    const auto larger = [](std::size_t& a, std::size_t b) { a = a < b ? b : a; };
    larger(cubes, static_cast<std::size_t>(cube_size(bra.l + ket.l)) * 8);
    larger(half_contracted, static_cast<std::size_t>(tetrahedron(bra.l)) * ket.functions);
    larger(integrals, static_cast<std::size_t>(bra.functions) * ket.functions);
    larger(bra_functions, static_cast<std::size_t>(bra.functions));
    larger(bra_entries, static_cast<std::size_t>(bra.entries));
  }
};

KernelBuffers make_buffers(const BufferSizes& sizes, const BoysTable* boys, double precision, Workspace& workspace) {
  const auto vectors = [&](Workspace::Slot slot, std::size_t number) {
    return workspace.get(slot, sizeof(V) * number);
  };
  void* integrals = vectors(Workspace::integrals, sizes.integrals + sizes.bra_functions);
  void* cubes = vectors(Workspace::cubes, sizes.cubes);
  void* half = vectors(Workspace::half_contracted, sizes.half_contracted);
  void* primitive = workspace.get(
      Workspace::bra_primitive, sizeof(float) * (static_cast<std::size_t>(pair_heading<float>) + sizes.bra_entries));
  return {{boys, precision, nullptr, static_cast<V*>(cubes), static_cast<V*>(half), static_cast<V*>(integrals)},
          {boys, precision, static_cast<float*>(primitive), static_cast<F*>(cubes), static_cast<F*>(half),
           static_cast<F*>(integrals)},
          reinterpret_cast<double*>(static_cast<V*>(integrals) + sizes.integrals)};
}

// For `groups` batches of ket pairs of up to `depth` levels, and one of them all in single precision.
struct KetRoom {
  V* data;  // of a batch: size vectors
  std::size_t size;
  double* bound;  // of a batch: depth numbers
  F* single;
  double* single_bound;
};

KetRoom make_ket_room(const ClassView& ket, int depth, int groups, Workspace& workspace) {
  const auto levels = static_cast<std::size_t>(depth), batches = static_cast<std::size_t>(groups);
  const std::size_t size = levels * static_cast<std::size_t>(pair_heading<double> + ket.entries);
  const std::size_t single = levels * static_cast<std::size_t>(pair_heading<float> + ket.entries);
  V* data = static_cast<V*>(workspace.get(Workspace::ket_data, sizeof(V) * (batches * size + single)));
  double* bound = static_cast<double*>(workspace.get(Workspace::bounds, sizeof(double) * levels * (batches + 1)));
  return {data, size, bound, reinterpret_cast<F*>(data + batches * size), bound + levels * batches};
}

}  // namespace
}  // namespace fockproxy::eri
