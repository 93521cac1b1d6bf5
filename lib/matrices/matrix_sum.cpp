#include "matrices/matrix_sum.hpp"

#include <algorithm>

namespace fockproxy {

Choice<GlobalSumEntry> MatrixSum::method_for(std::size_t values) const {
  if (options_.method) return *options_.method;
  return values < small_sum ? "allreduce" : "node";
}

void MatrixSum::sum(Matrix& full) {
  const auto values = static_cast<std::size_t>(full.size());
  if (runtime_.world().size() == 1 || values == 0) return;
  if (!sum_) {
    const GlobalSumContext context{runtime_, values, std::min(options_.chunk, values), window_};
    try {
      sum_ = method_for(values)->make(context);
    } catch (const AgreedUsageError&) {
      sum_ = Choice<GlobalSumEntry>("allreduce")->make(context);
    }
  }
  sum_->sum(std::span(full.data(), values));
}

}  // namespace fockproxy
