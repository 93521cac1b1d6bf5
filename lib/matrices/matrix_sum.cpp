#include "matrices/matrix_sum.hpp"

#include <algorithm>

namespace fockproxy {

void MatrixSum::sum(Matrix& full) {
  const auto values = static_cast<std::size_t>(full.size());
  if (runtime_.world().size() == 1 || values == 0) return;
  if (!sum_) {
    const GlobalSumContext context{runtime_, values, std::min(options_.chunk, values), window_};
    try {
      sum_ = options_.method->make(context);
    } catch (const AgreedUsageError&) {
      sum_ = Choice<GlobalSumEntry>("allreduce")->make(context);
    }
  }
  sum_->sum(std::span(full.data(), values));
}

}  // namespace fockproxy
