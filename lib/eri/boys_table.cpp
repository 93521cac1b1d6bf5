#include "eri/boys_table.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace fockproxy::eri {

namespace {

constexpr double half_width = 0.5 / boys_rows_per_unit;

// The T from which the asymptotic form has at most the relative `error`, which is Gamma(m + 1/2, T) / Gamma(m + 1/2).
double asymptotic_from(int m, double error) {
  double t = m + 1;
  while ((m - 0.5) * std::log(t) - t - std::lgamma(m + 0.5) > std::log(error)) t += 1;
  return t;
}

// Chebyshev interpolation at `terms` nodes, converted to powers of x = T - middle of a row.
template <int terms>
class Interpolation {
 public:
  Interpolation() {
    for (int j = 0; j < terms; ++j)
      for (int k = 0; k < terms; ++k)
        cosine_[j][k] = std::cos(std::numbers::pi_v<long double> * j * (k + 0.5L) / terms);
  }

  long double node(int k) const { return half_width * (terms == 1 ? 0 : cosine_[1][k]); }

  template <class Number>
  void fit(const std::array<long double, terms>& f, Number* row) const {
    std::array<long double, terms> chebyshev{}, powers{};
    for (int j = 0; j < terms; ++j) {
      for (int k = 0; k < terms; ++k) chebyshev[j] += f[k] * cosine_[j][k];
      chebyshev[j] *= (j == 0 ? 1.0L : 2.0L) / terms;
    }
    std::array<long double, terms> before{1}, now{0, 1};  // T_{j-1} and T_j in powers of x / half_width
    powers[0] = chebyshev[0];
    for (int j = 1; j < terms; ++j) {
      for (int k = 0; k <= j; ++k) powers[k] += chebyshev[j] * now[k];
      std::array<long double, terms> next{};
      for (int k = 0; k + 1 < terms; ++k) next[k + 1] = 2 * now[k];
      for (int k = 0; k < terms; ++k) next[k] -= before[k];
      before = now;
      now = next;
    }
    for (int k = 0; k < terms; ++k) row[k] = static_cast<Number>(powers[k] / std::pow(half_width, k));
  }

 private:
  std::array<std::array<long double, terms>, terms> cosine_;  // [j][k] = T_j at node k
};

// The rows of all orders, in one precision.
template <class Number>
class Rows {
 public:
  explicit Rows(double error) {
    constexpr int terms = boys_terms<Number>;
    const Interpolation<terms> interpolation;
    int most = 0;
    std::size_t lines = 0;
    for (int m = 0; m <= boys_max_order; ++m) {
      end_[m] = asymptotic_from(m, error);
      first_[m] = lines;
      most = rows(m);
      lines += static_cast<std::size_t>(most);
    }
    lines_.resize(lines);
    for (int r = 0; r < most; ++r) {
      const long double middle = (r + 0.5L) / boys_rows_per_unit;
      std::array<std::array<long double, terms>, boys_max_order + 1> f;
      for (int k = 0; k < terms; ++k) {
        const long double t = middle + interpolation.node(k);
        const long double e = std::exp(-t);
        f[boys_max_order][k] = boys_series(boys_max_order, t);
        for (int m = boys_max_order; m > 0; --m) f[m - 1][k] = (2 * t * f[m][k] + e) / (2 * m - 1);
      }
      for (int m = 0; m <= boys_max_order; ++m) {
        if (r >= rows(m)) continue;
        Number* row = lines_[first_[m] + static_cast<std::size_t>(r)].row;
        interpolation.fit(f[m], row);
        row[terms] = static_cast<Number>(std::exp(-middle));
      }
    }
  }

  BoysRows<Number> of(int m) const { return {lines_[first_[m]].row, static_cast<Number>(end_[m])}; }

 private:
  struct alignas(boys_row * sizeof(Number)) Line {
    Number row[boys_row] = {};
  };
  int rows(int m) const { return static_cast<int>(boys_rows(end_[m])); }

  std::array<double, boys_max_order + 1> end_;
  std::array<std::size_t, boys_max_order + 1> first_;
  std::vector<Line> lines_;
};

struct Tables {
  Rows<double> rows{1e-16};
  Rows<float> single{1e-8};
  std::array<BoysTable, boys_max_order + 1> tables;

  Tables() {
    double asymptotic = 0.5 * std::sqrt(std::numbers::pi);
    for (int m = 0; m <= boys_max_order; ++m) {
      if (m > 0) asymptotic *= 0.5 * (2 * m - 1);
      tables[m] = {rows.of(m), single.of(m), asymptotic};
    }
  }
};

}  // namespace

// exp(-T) sum_k (2 T)^k / [(2m + 1) (2m + 3) ... (2m + 2k + 1)]: all terms positive.
long double boys_series(int m, long double t) {
  long double term = 1.0L / (2 * m + 1), sum = term;
  for (int k = 1; term > sum * 1e-20L; ++k) {
    term *= 2 * t / (2 * m + 2 * k + 1);
    sum += term;
  }
  return std::exp(-t) * sum;
}

const BoysTable* boys_tables() {
  static const Tables tables;
  return tables.tables.data();
}

}  // namespace fockproxy::eri
