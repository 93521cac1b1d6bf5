// A sum of many terms whose rounding does not grow with their number.
#pragma once

#include <cmath>

namespace fockproxy {

// The sum of Neumaier (1974), an improved Kahan summation. The error is one rounding of the result, unless terms are
// more than 1e16 times larger than the result.
class CompensatedSum {
 public:
  void add(double term) {
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }
  void add(const CompensatedSum& terms) {
    add(terms.sum_);
    lost_ += terms.lost_;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

}  // namespace fockproxy
