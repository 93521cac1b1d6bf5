#include "eri/cancellation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fockproxy::eri {

namespace {

// A term of the self-repulsion of one product of primitives with exponent p, over pairs of its entries e >= f. The
// self-repulsion is the sum over the terms of factor (-p)^order / (2 order + 1) value_e value_f / (2 p)^(1/2), without
// the prefactors of PairTable::data. At one centre R_(t + t', u + u', v + v') is 0 unless all three indices are even;
// then it is a product of double factorials.
struct Term {
  int e, f, order;
  double factor;
};

// The terms for the components of a pair of columns. All pairs of columns have the same terms.
class SelfRepulsion {
 public:
  explicit SelfRepulsion(const PairClass& pair_class) {
    const int width = pair_class.factors() > 0 ? pair_class.components_b() : pair_class.functions_b();
    for (int a = 0; a < pair_class.components_a(); ++a)
      for (int b = 0; b < pair_class.components_b(); ++b) {
        first_.push_back(terms_.size());
        add_terms(pair_class, pair_class.first_entry()[a * width + b], pair_class.first_entry()[a * width + b + 1]);
      }
    first_.push_back(terms_.size());
  }

  // radial: (-p)^n / (2 n + 1) / (2 p)^(1/2); value: the entries of the product.
  double of(int component, const double* radial, const double* value) const {
    double sum = 0;
    for (std::size_t n = first_[component]; n < first_[component + 1]; ++n) {
      const Term& term = terms_[n];
      sum += term.factor * radial[term.order] * value[term.e] * value[term.f];
    }
    return std::max(sum, 0.0);
  }

 private:
  void add_terms(const PairClass& pair_class, int begin, int end) {
    for (int e = begin; e < end; ++e)
      for (int f = begin; f <= e; ++f) {
        const auto &one = pair_class.tuv()[e], &other = pair_class.tuv()[f];
        Term term{e - begin, f - begin, 0, e == f ? 1.0 : 2.0};
        if ((other[0] + other[1] + other[2]) % 2 != 0) term.factor = -term.factor;
        for (std::size_t k = 0; k < 3; ++k) {
          const int sum = one[k] + other[k];
          if (sum % 2 != 0) term.factor = 0;
          for (int odd = sum - 1; odd > 1; odd -= 2) term.factor *= odd;
          term.order += sum / 2;
        }
        if (term.factor != 0) terms_.push_back(term);
      }
  }

  std::vector<std::size_t> first_;  // by component
  std::vector<Term> terms_;
};

}  // namespace

double sum_of_primitives(const PairClass& pair_class, const double* data, int primitives, bool same) {
  const SelfRepulsion self(pair_class);
  const int nb = pair_class.functions_b(), rows = pair_class.components_a(), columns = pair_class.components_b();
  const bool apart = pair_class.factors() > 0;
  std::vector<double> sums(pair_class.functions()), radial(pair_class.angular_momentum() + 1);
  std::vector<double> of_product(pair_class.products());
  const auto component = [&](int ab) { return ab / nb % rows * columns + ab % nb % columns; };
  for (int n = 0; n < primitives; ++n, data += 4 + pair_class.values()) {
    const double p = data[0];
    double power = 1 / std::sqrt(2 * p);
    for (std::size_t order = 0; order < radial.size(); ++order, power *= -p)
      radial[order] = power / static_cast<double>(2 * order + 1);
    const double *values = data + 4, *factors = values + pair_class.entries();
    for (int product = 0; product < pair_class.products(); ++product)
      of_product[product] = std::sqrt(
          self.of(apart ? product : component(product), radial.data(), values + pair_class.first_entry()[product]));
    const auto factor = [&](int i, int j) { return factors[i] * factors[pair_class.columns_a() + j]; };
    for (int ab = 0; ab < pair_class.functions(); ++ab) {
      const int i = ab / nb / rows, j = ab % nb / columns;
      sums[ab] +=
          apart ? std::abs(factor(i, j) + (same ? factor(j, i) : 0)) * of_product[component(ab)] : of_product[ab];
    }
  }
  return *std::ranges::max_element(sums);
}

}  // namespace fockproxy::eri
