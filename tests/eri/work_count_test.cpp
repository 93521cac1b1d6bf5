// The operations that perf_class_rates reports, compared with those that the kernels do: the same templates with a
// number type that counts.
#define FOCKPROXY_LANES 2
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "chem/data_directory.hpp"
#include "eri/class_views.hpp"
#include "eri/kernel/row_digestion.hpp"
#include "eri/kernel/work.hpp"

namespace fockproxy::eri {
namespace {

// A vector of one lane.
struct Counted {
  double value = 0;
  static inline std::int64_t operations = 0;

  Counted() = default;
  Counted(double x) : value(x) {}
  double operator[](int) const { return value; }
  Counted operator-() const { return -value; }

  friend Counted operator+(Counted a, Counted b) { return done(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return done(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return done(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return done(a.value / b.value); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }
  friend bool operator<(Counted a, Counted b) { return a.value < b.value; }
  friend bool operator>=(Counted a, Counted b) { return a.value >= b.value; }

  static Counted done(double x) {
    ++operations;
    return x;
  }
};

template <>
Counted broadcast_to<Counted>(double x) {
  return x;
}
void invert(Counted x, Counted& inverse, Counted& root) {
  inverse = 1.0 / x;
  root = Counted::done(std::sqrt(inverse.value));
}
unsigned not_below(Counted a, Counted b) { return a.value >= b.value ? 1 : 0; }
Counted truncate(Counted x, int* integer) { return *integer = static_cast<int>(x.value); }
void transpose_rows(const double* table, const int* row, Counted* column) {
  for (int k = 0; k < 8; ++k) column[k] = table[8 * *row + k];
}
double sum_of_lanes(Counted x) { return x.value; }
void transpose(Counted*) {}

struct CountedIntegrals {
  const Counted* first;
  Counted operator[](std::ptrdiff_t i) const { return first[i]; }
  CountedIntegrals from(std::ptrdiff_t i) const { return {first + i}; }
};

constexpr int max_l = 6;  // for a pair
constexpr KernelTable<BatchKernel<Counted>, max_l, false> counted_kernels;
constexpr KernelTable<PairKernel<Counted>, max_l, false> counted_pair_kernels;

struct System {
  const char* molecule;
  const char* basis;
};

class WorkCount : public ::testing::TestWithParam<System> {
 protected:
  WorkCount()
      : basis(read_xyz(find_molecule(GetParam().molecule)), find_basis(GetParam().basis, find_data_directory()), false),
        table(basis, 1e-300),
        views(table) {}

  void expect_predicted(const ShellPair& first, const ShellPair& second) const;

  BasisSet basis;
  PairTable table;
  ClassViews views;
};

// A batch of one lane with all primitives of the pair.
struct OneLane {
  std::vector<Counted> data;
  std::vector<double> bounds;
  std::vector<KetPlace> place;
  OneLane(const PairView& pair, const ClassView& view)
      : bounds(static_cast<std::size_t>(pair.primitives), 1e300), place(static_cast<std::size_t>(view.functions)) {
    for (int i = 0; i < pair.primitives; ++i)
      for (int n = 0; n < pair_heading<double> + view.entries; ++n)
        data.emplace_back(pair.data[i * (pair_heading<double> + view.values) + n]);
    place_functions(view, deal_functions(view, 1), 1, place.data());
  }
  KetBatch<Counted> batch(const ClassView& view) const {
    return {&view, data.data(), bounds.data(), static_cast<int>(bounds.size())};
  }
  PrimitiveLanes<Counted> alone(const PairView& pair, const ClassView& view) const {
    return {&view, &pair, data.data(), bounds.data(), pair.primitives, view.functions, place.data()};
  }
};

void WorkCount::expect_predicted(const ShellPair& first, const ShellPair& second) const {
  const ClassView &bra = views[first.pair_class], &ket = views[second.pair_class];
  const PairView bra_pair = view_of(table, first), ket_pair = view_of(table, second);
  const OneLane lane(ket_pair, ket);
  const auto room = [](int numbers) { return std::vector<Counted>(static_cast<std::size_t>(numbers)); };
  const int hermite = tetrahedron(bra.l), ket_products = ket.products * hermite;
  const int bra_products = bra.products * ket.functions;
  std::vector<Counted> cubes = room(cube_size(bra.l + ket.l) * 8), half = room(hermite * ket.functions);
  std::vector<Counted> products = room(bra_products * bra.most.primitives);
  std::vector<Counted> result = room(bra.functions * ket.functions);
  std::vector<Counted> of_level = room(ket_products), of_primitives = room(ket_products * ket.most.primitives);
  std::vector<Counted> of_columns = room(ket_products * ket.columns_a * ket.columns_b);
  std::vector<Counted> bra_half = room(bra_products * bra.most.half_columns);
  std::vector<Counted> ket_half = room(columns_tile * ket.most.half_columns);
  const auto most = static_cast<std::size_t>(std::max(bra.most.primitives, ket.most.primitives));
  std::vector<ColumnRow<Counted>> bra_rows(most), ket_rows(most);
  std::vector<const double*> bra_outer(most), ket_outer(most);
  const KernelContext<Counted> context{boys_tables(), 0,
                                       nullptr,       cubes.data(),
                                       half.data(),   products.data(),
                                       result.data(), {bra_half.data(), bra_rows.data(), bra_outer.data()}};
  const PrimitiveRoom<Counted> ket_room{
      of_level.data(), of_primitives.data(), of_columns.data(), {ket_half.data(), ket_rows.data(), ket_outer.data()}};
  Counted::operations = 0;
  const Computed computed =
      ket.factors == 0
          ? counted_kernels.of[bra.l][ket.l](bra_pair, bra, lane.batch(ket), 1.0, context)
          : counted_pair_kernels.of[bra.l][ket.l](bra_pair, bra, lane.alone(ket_pair, ket), 1.0, context, ket_room);
  const auto counted = static_cast<double>(Counted::operations);
  const QuartetWork each = flops_of<double>(bra, ket);
  ASSERT_EQ(computed.levels, bra_pair.primitives * ket_pair.primitives);
  EXPECT_EQ(computed.levels * each.level + computed.primitives * each.bra + computed.columns * each.columns, counted)
      << "l " << bra.l << " and " << ket.l << ", " << bra.functions << " x " << ket.functions << " functions";
}

TEST_P(WorkCount, IntegralsAreTheRecursions) {
  std::vector<const ShellPair*> pairs;  // one per class
  std::set<int> seen;
  const int shells = static_cast<int>(table.shells().size());
  for (int i = 0; i < shells; ++i)
    for (int j = 0; j <= i; ++j)
      if (const ShellPair* pair = table.find(i, j); pair && seen.insert(pair->pair_class).second) pairs.push_back(pair);
  ASSERT_GE(pairs.size(), 3u);
  for (const ShellPair* first : pairs)
    for (const ShellPair* second : pairs)
      if (views.is_bra(first->pair_class, second->pair_class)) expect_predicted(*first, *second);
}

INSTANTIATE_TEST_SUITE_P(BasisSets, WorkCount,
                         ::testing::Values(System{"water", "sto-3g"}, System{"water", "cc-pvdz"},
                                           System{"water", "cc-pvtz"}, System{"znh2", "cc-pvdz"}),
                         [](const auto& info) {
                           std::string name = std::string(info.param.molecule) + '_' + info.param.basis;
                           std::erase(name, '-');
                           return name;
                         });

// Every product of functions is in one lane of one vector, for any number of lanes.
TEST_P(WorkCount, EveryFunctionOfAKetHasOnePlace) {
  for (int c = 0; c < views.size(); ++c) {
    const ClassView& ket = views[c];
    for (const int width : {1, 2, 4, 8}) {
      if (width > lanes) continue;
      const FunctionLanes dealt = deal_functions(ket, width);
      ASSERT_LE(dealt.used, width);
      std::vector<KetPlace> places(static_cast<std::size_t>(dealt.width() * width));
      place_functions(ket, dealt, width, places.data());
      std::multiset<int> found;
      for (std::size_t at = 0; at < places.size(); ++at) {
        const auto [columns, components, function] = places[at];
        if (function < 0) continue;
        found.insert(function);
        const int n = static_cast<int>(at) % width, w = static_cast<int>(at) / width;
        const int fc = dealt.first_a[n] + w / dealt.b, fd = dealt.first_b[n] + w % dealt.b;
        EXPECT_EQ(function, fc * ket.functions_b + fd);
        EXPECT_EQ(columns, fc / ket.components_a * ket.columns_b + fd / ket.components_b);
        EXPECT_EQ(components, fc % ket.components_a * ket.components_b + fd % ket.components_b);
      }
      ASSERT_EQ(found.size(), static_cast<std::size_t>(ket.functions));
      EXPECT_EQ(std::set<int>(found.begin(), found.end()).size(), found.size());
      EXPECT_LE(dealt.first_a[dealt.used - 1] + dealt.a, ket.functions_a);
      EXPECT_LE(dealt.first_b[dealt.used - 1] + dealt.b, ket.functions_b);
    }
  }
}

class DigestionCount : public ::testing::TestWithParam<std::array<int, 4>> {};

// Not predicted: K_ac, K_bc and K_bd are first summed in registers.
TEST_P(DigestionCount, IsSixUpdatesAnIntegral) {
  const auto [na, nb, nc, nd] = GetParam();
  const auto ones = [](int n) { return std::vector<Counted>(static_cast<std::size_t>(n), 1.0); };
  const int width = nc + nd;
  const std::vector<Counted> v = ones(na * nb * nc * nd), density_cd = ones(nc * nd);
  std::vector<Counted> fock_cd = ones(nc * nd), rows = ones(2 * (na + nb) * width);
  const std::vector<double> density_ab(static_cast<std::size_t>(na * nb), 1.0);
  std::vector<Counted> sum(density_ab.size());
  Counted* const a = rows.data();
  Counted* const b = a + na * width;
  Counted* const fock_a = b + nb * width;
  ClassView bra{}, ket{};
  bra.functions = na * nb;
  ket.functions = nc * nd;
  Counted::operations = 0;
  digest_batch<true>(CountedIntegrals{v.data()}, {na, nb, nc, nd, width},
                     BraPart<Counted>{density_ab.data(), nb, 1, sum.data()},
                     CoulombPart<Counted>{density_cd.data(), fock_cd.data()},
                     ExchangePart<Counted>{a, b, fock_a, fock_a + na * width});
  const int ends = nd == 4 ? 2 * nc : 2 * nc + nd;
  EXPECT_EQ(static_cast<double>(Counted::operations), digestion_flops(bra, ket, 1) + na * nb * ends);
}

INSTANTIATE_TEST_SUITE_P(Shapes, DigestionCount,
                         ::testing::Values(std::array{1, 1, 1, 1}, std::array{3, 1, 3, 1}, std::array{5, 3, 3, 2},
                                           std::array{7, 7, 7, 7}, std::array{2, 3, 4, 4}));

}  // namespace
}  // namespace fockproxy::eri
