#include "eri/boys_table.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

namespace fockproxy::eri {

namespace {

constexpr int nodes = 7;
constexpr double half_width = 0.5 / boys_rows_per_unit;

// Where the asymptotic form is right to a relative 1e-16: its error is Gamma(m + 1/2, T) / Gamma(m + 1/2).
double asymptotic_from(int m) {
  double t = m + 30;
  while ((m - 0.5) * std::log(t) - t - std::lgamma(m + 0.5) > std::log(1e-16)) t += 1;
  return t;
}

// cosine[j][k] = T_j at node k.
struct ChebyshevNodes {
  std::array<std::array<long double, nodes>, nodes> cosine;
  ChebyshevNodes() {
    for (int j = 0; j < nodes; ++j)
      for (int k = 0; k < nodes; ++k)
        cosine[j][k] = std::cos(std::numbers::pi_v<long double> * j * (k + 0.5L) / nodes);
  }
};

struct Tables {
  ChebyshevNodes chebyshev_nodes;
  std::vector<double> values;
  std::array<BoysTable, boys_max_order + 1> tables;

  Tables() {
    std::array<std::size_t, boys_max_order + 1> first;
    std::size_t size = 8;
    int rows = 0;
    for (int m = 0; m <= boys_max_order; ++m) {
      const double end = asymptotic_from(m);
      rows = static_cast<int>(end * boys_rows_per_unit) + 1;
      first[m] = size;
      size += static_cast<std::size_t>(rows) * boys_row;
      double asymptotic = 0.5 * std::sqrt(std::numbers::pi);
      for (int k = 1; k <= m; ++k) asymptotic *= 0.5 * (2 * k - 1);
      tables[m] = {nullptr, end, asymptotic};
    }
    values.resize(size + 8);
    // Whole cache lines.
    double* base = values.data();
    while (reinterpret_cast<std::uintptr_t>(base) % 64 != 0) ++base;
    for (int m = 0; m <= boys_max_order; ++m) tables[m].rows = base + first[m];

    for (int r = 0; r < rows; ++r) {
      const long double middle = (r + 0.5L) / boys_rows_per_unit;
      std::array<std::array<long double, nodes>, boys_max_order + 1> f;
      for (int k = 0; k < nodes; ++k) {
        const long double t = middle + half_width * chebyshev_nodes.cosine[1][k];
        const long double e = std::exp(-t);
        f[boys_max_order][k] = boys_series(boys_max_order, t);
        for (int m = boys_max_order; m > 0; --m) f[m - 1][k] = (2 * t * f[m][k] + e) / (2 * m - 1);
      }
      for (int m = 0; m <= boys_max_order; ++m) {
        if (r >= static_cast<int>(tables[m].end * boys_rows_per_unit) + 1) continue;
        double* row = base + first[m] + static_cast<std::size_t>(r) * boys_row;
        fit(f[m], row);
        row[7] = static_cast<double>(std::exp(-middle));
      }
    }
  }

  // Chebyshev interpolation at the nodes, turned into powers of x = T - middle.
  void fit(const std::array<long double, nodes>& f, double* row) const {
    std::array<long double, nodes> chebyshev{}, powers{};
    for (int j = 0; j < nodes; ++j) {
      for (int k = 0; k < nodes; ++k) chebyshev[j] += f[k] * chebyshev_nodes.cosine[j][k];
      chebyshev[j] *= (j == 0 ? 1.0L : 2.0L) / nodes;
    }
    std::array<long double, nodes> before{1}, now{0, 1};  // T_{j-1} and T_j in powers of x / half_width
    powers[0] = chebyshev[0];
    for (int j = 1; j < nodes; ++j) {
      for (int k = 0; k <= j; ++k) powers[k] += chebyshev[j] * now[k];
      std::array<long double, nodes> next{};
      for (int k = 0; k + 1 < nodes; ++k) next[k + 1] = 2 * now[k];
      for (int k = 0; k < nodes; ++k) next[k] -= before[k];
      before = now;
      now = next;
    }
    for (int k = 0; k < nodes; ++k) row[k] = static_cast<double>(powers[k] / std::pow(half_width, k));
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
