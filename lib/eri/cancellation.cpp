#include "eri/cancellation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace fockproxy::eri {

namespace {

constexpr int orders = 32;  // of Boys functions: shells up to l = 15

// (Lambda_e|Lambda_f) of one centre and one exponent p, without the prefactors of PairTable::data, with (2 p)^(-1/2):
// (-1)^(t' + u' + v') R_(t + t', u + u', v + v') at distance 0, where Boys functions are 1 / (2 n + 1) and R is a
// product of double factorials if all three indices are even and else 0.
class OneCenterRepulsion {
 public:
  explicit OneCenterRepulsion(double p) {
    double power = 1 / std::sqrt(2 * p);
    for (int n = 0; n < orders; ++n, power *= -p) radial_[static_cast<std::size_t>(n)] = power / (2 * n + 1);
  }
  double operator()(const std::array<int, 3>& e, const std::array<int, 3>& f) const {
    int order = 0;
    double product = (f[0] + f[1] + f[2]) % 2 == 0 ? 1 : -1;
    for (int k = 0; k < 3; ++k) {
      const int sum = e[static_cast<std::size_t>(k)] + f[static_cast<std::size_t>(k)];
      if (sum % 2 != 0) return 0;
      for (int odd = sum - 1; odd > 1; odd -= 2) product *= odd;
      order += sum / 2;
    }
    return product * radial_[static_cast<std::size_t>(order)];
  }

 private:
  std::array<double, orders> radial_{};
};

}  // namespace

double sum_of_primitives(const PairClass& pair_class, const double* data, int primitives) {
  const auto& first = pair_class.first_entry();
  const auto& tuv = pair_class.tuv();
  std::vector<double> sums(static_cast<std::size_t>(pair_class.functions()));
  for (int n = 0; n < primitives; ++n, data += 4 + pair_class.entries()) {
    const OneCenterRepulsion repulsion(data[0]);
    const double* value = data + 4;
    for (std::size_t ab = 0; ab < sums.size(); ++ab) {
      double self = 0;
      for (auto e = static_cast<std::size_t>(first[ab]); e < static_cast<std::size_t>(first[ab + 1]); ++e) {
        self += value[e] * value[e] * repulsion(tuv[e], tuv[e]);
        for (auto f = static_cast<std::size_t>(first[ab]); f < e; ++f)
          self += 2 * value[e] * value[f] * repulsion(tuv[e], tuv[f]);
      }
      sums[ab] += std::sqrt(std::max(self, 0.0));
    }
  }
  return *std::ranges::max_element(sums);
}

}  // namespace fockproxy::eri
