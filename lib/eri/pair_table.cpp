#include "eri/pair_table.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>
#include <utility>

#include "eri/cancellation.hpp"
#include "eri/primitive_bounds.hpp"

namespace fockproxy::eri {

namespace {

double distance2(const GeneralizedShell& a, const GeneralizedShell& b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += (a.center[k] - b.center[k]) * (a.center[k] - b.center[k]);
  return sum;
}

// Bounds of all primitive pairs, times their number. For a shell with itself, p q and q p are one pair, listed as q <=
// p.
std::vector<double> primitive_bounds(const GeneralizedShell& a, const GeneralizedShell& b) {
  const bool same = &a == &b;
  const double r2 = distance2(a, b);
  const std::size_t na = a.exponents.size(), nb = b.exponents.size();
  std::vector<double> bounds;
  for (std::size_t p = 0; p < na; ++p)
    for (std::size_t q = 0; q < nb; ++q) {
      const double times = !same || p == q ? 1 : q < p ? 2 : 0;
      bounds.push_back(times *
                       self_repulsion_bound(
                           product_bound(a.angular_momentum, a.exponents[p], b.angular_momentum, b.exponents[q], r2)) *
                       a.largest_coefficient(static_cast<int>(p)) * b.largest_coefficient(static_cast<int>(q)) *
                       static_cast<double>(na * nb));
    }
  return bounds;
}

// The first and the second shell of a pair: see ShellPair.
std::pair<int, int> in_order(const std::vector<GeneralizedShell>& shells, int one, int other) {
  const auto rank = [&](int s) { return std::tuple(shells[s].angular_momentum, shells[s].columns, s); };
  return rank(one) >= rank(other) ? std::pair(one, other) : std::pair(other, one);
}

}  // namespace

std::vector<int> PairTable::Rows::of(int shells) const {
  // The step is not an integer, because that could pick the same shells of every atom.
  const double golden_ratio = 0.5 * (std::sqrt(5.0) - 1);
  const double step = most == 0 || shells <= most ? 1 : static_cast<double>(shells) / most + golden_ratio;
  std::vector<int> rows;
  for (double row = 0; row < shells; row += step) rows.push_back(static_cast<int>(row));
  return rows;
}

PairTable::PairTable(const BasisSet& basis, double precision, Rows rows)
    : precision_(precision), largest_bound_(0), shells_(generalized_shells(basis)) {
  const int n = static_cast<int>(shells_.size());
  for (const int a : rows.of(n))
    for (int b = 0; b <= a; ++b)
      for (const double bound : primitive_bounds(shells_[a], shells_[b]))
        largest_bound_ = std::max(largest_bound_, bound);
}

PairTable::Size PairTable::count(Rows rows) {
  Size size;
  const int n = static_cast<int>(shells_.size());
  std::size_t seen = 0;
  for (const int one : rows.of(n))
    for (int other = 0; other <= one; ++other) {
      ++seen;
      const auto [a, b] = in_order(shells_, one, other);
      const std::vector<int> kept = significant(primitive_bounds(shells_[a], shells_[b]));
      if (kept.empty()) continue;
      ++size.pairs;
      size.primitives += kept.size();
      const PairClass& c = classes_[class_of(shells_[a], shells_[b])];
      size.values += kept.size() * static_cast<std::size_t>(4 + c.values());
      if (c.factors() > 0) size.grouped += kept.size();
    }
  const double unseen = 0.5 * n * (n + 1.0) / static_cast<double>(seen);  // each sampled pair stands for so many pairs
  for (std::size_t* counted : {&size.pairs, &size.primitives, &size.values, &size.grouped})
    *counted = static_cast<std::size_t>(std::llround(static_cast<double>(*counted) * unseen));
  size.bytes = 8.0 * static_cast<double>(size.values + size.primitives) + 2.0 * n * (n + 1) +
               static_cast<double>(sizeof(ShellPair) * size.pairs + sizeof(GroupedPrimitive) * size.grouped);
  return size;
}

PairTable::Size PairTable::size_of(const BasisSet& basis, double precision) {
  const Rows some{1000};
  return PairTable(basis, precision, some).count(some);
}

PairTable::PairTable(const BasisSet& basis, double precision) : PairTable(basis, precision, Rows{}) {
  const Size size = count(Rows{});
  const int n = static_cast<int>(shells_.size());
  pairs_.reserve(size.pairs);
  bounds_.reserve(size.primitives);
  data_.reserve(size.values);
  index_.assign(static_cast<std::size_t>(n) * (n + 1) / 2, -1);
  order_.reserve(size.grouped);
  largest_exponents_.assign(classes_.size(), 0);
  largest_pairs_.assign(classes_.size(), {});
  std::vector<double> scratch;
  const double prefactor = std::sqrt(2.0) * std::pow(std::numbers::pi, 1.25);
  for (int one = 0; one < n; ++one)
    for (int other = 0; other <= one; ++other) {
      const auto [a, b] = in_order(shells_, one, other);
      const std::vector<double> bounds = primitive_bounds(shells_[a], shells_[b]);
      std::vector<int> order = significant(bounds);
      if (order.empty()) continue;
      std::ranges::stable_sort(order, std::greater(), [&](int i) { return bounds[i]; });

      const int pair_class = class_of(shells_[a], shells_[b]);
      index_[static_cast<std::size_t>(one) * (one + 1) / 2 + other] = static_cast<int>(pairs_.size());
      pairs_.push_back({a, b, pair_class, static_cast<int>(order.size()), data_.size(), bounds_.size(), 0, 0, true});
      const int entries = classes_[pair_class].entries(), values_each = classes_[pair_class].values();
      const int nb = static_cast<int>(shells_[b].exponents.size());
      for (const int i : order) {
        const double ea = shells_[a].exponents[i / nb], eb = shells_[b].exponents[i % nb], p = ea + eb;
        data_.push_back(p);
        largest_exponents_[static_cast<std::size_t>(pair_class)] =
            std::max(largest_exponents_[static_cast<std::size_t>(pair_class)], p);
        for (int k = 0; k < 3; ++k) {
          const double from = shells_[a].center[k];
          data_.push_back(from + eb * (shells_[b].center[k] - from) / p);  // exact if both shells are of one atom
        }
        data_.resize(data_.size() + values_each);
        double* values = data_.data() + data_.size() - values_each;
        const PairClass::Primitives primitives{i / nb, i % nb, a == b && i / nb != i % nb};
        classes_[pair_class].expand(shells_[a], shells_[b], primitives, scratch, values);
        for (int e = 0; e < entries; ++e) values[e] *= prefactor / p;
        bounds_.push_back(bounds[i]);
      }
      ShellPair& pair = pairs_.back();
      group(order, pair);
      if (pair.primitives > 1)
        pair.of_primitives = sum_of_primitives(classes_[pair_class], data(pair), pair.primitives, a == b);
    }
}

// Counts the terms of the contraction within groups and over groups for either shell as the outer one; takes the
// cheaper.
void PairTable::group(const std::vector<int>& kept, ShellPair& pair) {
  const PairClass& c = classes_[pair.pair_class];
  LargestPair& most = largest_pairs_[static_cast<std::size_t>(pair.pair_class)];
  most.primitives = std::max(most.primitives, pair.primitives);
  if (c.factors() == 0) return;
  const int nb = static_cast<int>(shells_[pair.b].exponents.size());
  const auto primitive_of = [&](int n, bool of_a) { return of_a ? kept[n] / nb : kept[n] % nb; };
  const auto groups_of = [&](bool of_a) {
    std::set<int> seen;
    for (int n = 0; n < pair.primitives; ++n) seen.insert(primitive_of(n, of_a));
    return static_cast<int>(seen.size());
  };
  const auto cost = [&](bool outer_a) {
    const int inner = outer_a ? c.columns_b() : c.columns_a();
    return pair.primitives * inner + groups_of(outer_a) * c.columns_a() * c.columns_b();
  };
  pair.outer_a = cost(true) <= cost(false);
  pair.first_grouped = order_.size();
  for (int n = 0; n < pair.primitives; ++n) order_.push_back({n, primitive_of(n, pair.outer_a)});
  std::ranges::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(pair.first_grouped), order_.end(), {},
                           &GroupedPrimitive::group);
  int in_group = 0;
  for (std::size_t n = pair.first_grouped; n < order_.size(); ++n) {
    in_group = n > pair.first_grouped && order_[n].group == order_[n - 1].group ? in_group + 1 : 1;
    most.in_group = std::max(most.in_group, in_group);
  }
  const int inner = pair.outer_a ? c.columns_b() : c.columns_a();
  most.half_columns = std::max(most.half_columns, groups_of(pair.outer_a) * inner);
}

std::vector<int> PairTable::significant(const std::vector<double>& bounds) const {
  std::vector<int> kept;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (bounds[i] != 0 && !(bounds[i] * largest_bound_ < precision_)) kept.push_back(static_cast<int>(i));
  return kept;
}

int PairTable::class_of(const GeneralizedShell& a, const GeneralizedShell& b) {
  for (std::size_t c = 0; c < classes_.size(); ++c)
    if (classes_[c].contains(a, b)) return static_cast<int>(c);
  classes_.emplace_back(a, b);
  return static_cast<int>(classes_.size()) - 1;
}

const ShellPair* PairTable::find(int a, int b) const {
  if (a < b) std::swap(a, b);
  const int index = index_[static_cast<std::size_t>(a) * (a + 1) / 2 + b];
  return index < 0 ? nullptr : &pairs_[index];
}

double PairTable::bytes() const {
  return 8.0 * static_cast<double>(data_.capacity() + bounds_.capacity()) +
         static_cast<double>(sizeof(GroupedPrimitive) * order_.capacity()) +
         4.0 * static_cast<double>(index_.capacity()) + static_cast<double>(sizeof(ShellPair) * pairs_.capacity());
}

}  // namespace fockproxy::eri
