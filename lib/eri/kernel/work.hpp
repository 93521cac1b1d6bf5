// The work of the kernels, counted from their recursions. Floating-point operations: one for each addition,
// multiplication, division and square root of a lane, two for a multiply-add. Bytes: between the first level of cache
// and registers. tests/eri/work_count_test.cpp counts them in another way. Included by the kernels' translation units
// only.
#pragma once

#include "eri/kernel/primitive_lanes.hpp"

namespace fockproxy::eri {
namespace {

// Work of hermite_coulomb<l>() and its Boys function for one primitive quartet.
struct HermiteWork {
  int flops = 0;
  int numbers = 0;  // numbers loaded and stored
};

template <class Number>
constexpr HermiteWork hermite_work(int l) {
  constexpr int terms = boys_terms<Number>, exponential = terms == 7 ? 8 : 4, heading = pair_heading<Number>;
  HermiteWork work;
  work.flops += 4 + 2 * (terms - 1) + (l > 0 ? 2 * exponential + 1 + 1 + 3 * l : 0);  // boys()
  work.flops += 1 + 1 + 2 + (heading == 4 ? 3 : 9) + 6 + 2 + 1 + (l > 0 ? 1 + 2 * l : 0);
  work.numbers += boys_row + heading + l + 1;
  for (int m = 0; m < l; ++m)
    for (int order = 1; order <= l - m; ++order)
      for (int t = 0; t <= order; ++t)
        for (int u = 0; u <= order - t; ++u) {
          // As HermiteNodes chooses: an index of 1 needs no second term.
          const bool one = t == 1 || u == 1 || order - t - u == 1;
          work.flops += one ? 1 : 3;
          work.numbers += one ? 2 : 3;
        }
  return work;
}

template <class Number>
struct HermiteWorkByL {
  HermiteWork of[2 * kernel_max_l + 1];
  constexpr HermiteWorkByL() {
    for (int l = 0; l <= 2 * kernel_max_l; ++l) of[l] = hermite_work<Number>(l);
  }
};
template <class Number>
constexpr HermiteWorkByL<Number> hermite_work_by_l;

// Work for the integrals of two classes, per lane.
struct QuartetWork {
  double level;    // for one primitive quartet, to the bra's Hermite Gaussians
  double bra;      // for one primitive pair of the bra
  double columns;  // for one operation of the contraction over columns (Computed)
};

template <class Number>
QuartetWork flops_of(const ClassView& bra, const ClassView& ket) {
  return {hermite_work_by_l<Number>.of[bra.l + ket.l].flops + 2.0 * ket.entries * tetrahedron(bra.l),
          2.0 * bra.entries * ket.functions, 1};
}

// Every multiply-add of a contraction loads one factor; the other factor and the sum are in registers. In the
// contraction over columns, four vectors are multiplied by up to columns_at_once factors, which are the same for all
// lanes.
template <class Number>
QuartetWork bytes_of(const ClassView& bra, const ClassView& ket) {
  const int hermite = tetrahedron(bra.l);
  const double entries = static_cast<double>(ket.entries) * (hermite + 1);
  const double half = ket.factors > 0 ? 3.0 * ket.products * hermite : static_cast<double>(ket.functions) * hermite;
  const double bra_values = bra.entries + (bra.factors > 0 ? bra.products : bra.functions);
  return {sizeof(Number) * (hermite_work_by_l<Number>.of[bra.l + ket.l].numbers + entries + half),
          sizeof(Number) * bra_values * ket.functions, sizeof(Number) * 0.5 / columns_at_once};
}

double digestion_flops(const ClassView& bra, const ClassView& ket, int spins) {
  return (8.0 * spins + 4) * bra.functions * ket.functions;
}

// For every integral: the integral itself, D_cd and J_cd. For every row of them: the elements for exchange.
double digestion_bytes(const ClassView& bra, const ClassView& ket, int spins) {
  const double rows = 6.0 * spins * bra.functions * (ket.functions_a + ket.functions_b);
  return 8 * (4.0 * bra.functions * ket.functions + rows);
}

}  // namespace
}  // namespace fockproxy::eri
