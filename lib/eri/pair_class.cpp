#include "eri/pair_class.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "eri/exponential.hpp"
#include "eri/solid_harmonics.hpp"

namespace fockproxy::eri {

namespace {

// One-dimensional expansion coefficients E_t^{ij} of x_A^i x_B^j exp(-p x_P^2), at (i * (lb + 1) + j) * (l + 1) + t
// (Helgaker, Jorgensen & Olsen, eqs. 9.5.6 and 9.5.7).
void one_dimension(int la, int lb, double p, double pa, double pb, double* e) {
  const int width = la + lb + 1;
  const double half = 0.5 / p;
  const auto at = [&](int i, int j) { return e + (i * (lb + 1) + j) * width; };
  const auto raise = [&](const double* from, int order, double shift, double* to) {  // from has order + 1 terms
    for (int t = 0; t <= order + 1; ++t) {
      double sum = 0;
      if (t > 0) sum += half * from[t - 1];
      if (t <= order) sum += shift * from[t];
      if (t + 1 <= order) sum += (t + 1) * from[t + 1];
      to[t] = sum;
    }
  };
  at(0, 0)[0] = 1;
  for (int i = 0; i <= la; ++i) {
    if (i > 0) raise(at(i - 1, 0), i - 1, pa, at(i, 0));
    for (int j = 1; j <= lb; ++j) raise(at(i, j - 1), i + j - 1, pb, at(i, j));
  }
}

// Whether to contract in two steps, first the components and then the columns, because it is much cheaper. For s
// functions the first step is a multiplication. The second still pays for many columns, because they indicate many
// primitives.
bool in_two_steps(int columns, int entries, int components) {
  return columns >= 9 || 2 * columns * entries >= 3 * (entries + columns * components);
}

}  // namespace

int hermite_index(int l, int t, int u, int v) {
  // All indices with a smaller t, then those with the same t and a smaller u.
  const int rest = l - t;
  return hermite_count(l) - hermite_count(rest) + u * (rest + 1) - u * (u - 1) / 2 + v;
}

PairClass::PairClass(const GeneralizedShell& a, const GeneralizedShell& b) : PairClass(a, b, false) {
  if (factors_ > 0 && a.center == b.center && angular_momentum() > 1) *this = PairClass(a, b, true);
}

PairClass::PairClass(const GeneralizedShell& a, const GeneralizedShell& b, bool one_centre)
    : la_(a.angular_momentum),
      lb_(b.angular_momentum),
      columns_a_(a.columns),
      columns_b_(b.columns),
      components_a_(a.components),
      components_b_(b.components),
      one_centre_(one_centre),
      spherical_(a.spherical) {
  const int l = la_ + lb_;
  const auto place = [&](int i, int j, int t) { return (i * (lb_ + 1) + j) * (l + 1) + t; };
  std::vector<std::array<int, 3>> component_tuv;
  for (const auto& function_a : shell_functions(la_, a.spherical))
    for (const auto& function_b : shell_functions(lb_, b.spherical)) {
      first_component_entry_.push_back(static_cast<int>(component_tuv.size()));
      std::map<std::array<int, 3>, std::vector<Term>> products;
      for (const Monomial& f : function_a)
        for (const Monomial& g : function_b)
          for (int t = 0; t <= f.i + g.i; ++t)
            for (int u = 0; u <= f.j + g.j; ++u)
              for (int v = 0; v <= f.k + g.k; ++v) {
                const bool even = (f.i + g.i - t) % 2 == 0 && (f.j + g.j - u) % 2 == 0 && (f.k + g.k - v) % 2 == 0;
                if (one_centre && !even) continue;  // 0 by symmetry
                products[{t, u, v}].push_back(
                    {f.coefficient * g.coefficient, place(f.i, g.i, t), place(f.j, g.j, u), place(f.k, g.k, v)});
              }
      for (const auto& [tuv, terms] : products) {
        component_tuv.push_back(tuv);
        first_term_.push_back(static_cast<int>(terms_.size()));
        terms_.insert(terms_.end(), terms.begin(), terms.end());
      }
    }
  first_component_entry_.push_back(static_cast<int>(component_tuv.size()));
  first_term_.push_back(static_cast<int>(terms_.size()));

  if (one_centre || in_two_steps(columns_a_ * columns_b_, static_cast<int>(component_tuv.size()), components())) {
    factors_ = columns_a_ + columns_b_;
    first_entry_ = first_component_entry_;
    tuv_ = component_tuv;
    return;
  }
  for (int fa = 0; fa < functions_a(); ++fa)
    for (int fb = 0; fb < functions_b(); ++fb) {
      first_entry_.push_back(static_cast<int>(tuv_.size()));
      const int component = fa % components_a_ * components_b_ + fb % components_b_;
      tuv_.insert(tuv_.end(), component_tuv.begin() + first_component_entry_[component],
                  component_tuv.begin() + first_component_entry_[component + 1]);
    }
  first_entry_.push_back(static_cast<int>(tuv_.size()));
}

bool PairClass::contains(const GeneralizedShell& a, const GeneralizedShell& b) const {
  const bool one_centre = factors_ > 0 && angular_momentum() > 1 && a.center == b.center;
  return a.angular_momentum == la_ && b.angular_momentum == lb_ && a.columns == columns_a_ && b.columns == columns_b_ &&
         a.spherical == spherical_ && one_centre == one_centre_;
}

void PairClass::expand(const GeneralizedShell& a, const GeneralizedShell& b, Primitives primitives,
                       std::vector<double>& scratch, double* values) const {
  const auto [p, q, both] = primitives;
  const double half = &a == &b && p == q ? 0.5 : 1;
  const std::size_t table = (la_ + 1) * (lb_ + 1) * (la_ + lb_ + 1), entries = first_term_.size() - 1;
  scratch.resize(3 * table + entries);
  double* e[3] = {scratch.data(), scratch.data() + table, scratch.data() + 2 * table};
  double* component = scratch.data() + 3 * table;
  const double ea = a.exponents[p], eb = b.exponents[q], sum = ea + eb;
  double distance2 = 0;
  for (int k = 0; k < 3; ++k) {
    const double distance = b.center[k] - a.center[k];  // not from the pair's centre, which is rounded
    one_dimension(la_, lb_, sum, eb * distance / sum, -ea * distance / sum, e[k]);
    distance2 += distance * distance;
  }
  const double overlap = exponential(-ea * eb / sum * distance2);

  for (std::size_t i = 0; i < entries; ++i) {
    double value = 0;
    for (int n = first_term_[i]; n < first_term_[i + 1]; ++n)
      value += terms_[n].coefficient * e[0][terms_[n].x] * e[1][terms_[n].y] * e[2][terms_[n].z];
    component[i] = overlap * value;
  }
  const auto coefficient = [&, p = p, q = q, both = both](int i, int j) {
    const auto of = [&](int one, int other) {
      return a.coefficients[i * a.exponents.size() + one] * b.coefficients[j * b.exponents.size() + other];
    };
    return both ? of(p, q) + of(q, p) : of(p, q);
  };
  double* to = values;
  if (factors_ > 0) {
    to = std::copy_n(component, entries, to);
    for (int i = 0; i < columns_a_; ++i) *to++ = a.coefficients[i * a.exponents.size() + p];
    for (int j = 0; j < columns_b_; ++j) *to++ = half * b.coefficients[j * b.exponents.size() + q];
    return;
  }
  for (int fa = 0; fa < functions_a(); ++fa)
    for (int fb = 0; fb < functions_b(); ++fb) {
      const double c = coefficient(fa / components_a_, fb / components_b_);
      const int pair = fa % components_a_ * components_b_ + fb % components_b_;
      for (int i = first_component_entry_[pair]; i < first_component_entry_[pair + 1]; ++i) *to++ = c * component[i];
    }
}

}  // namespace fockproxy::eri
