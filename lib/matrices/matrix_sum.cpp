#include "matrices/matrix_sum.hpp"

#include <algorithm>

namespace fockproxy {

namespace {

Choice<GlobalSumEntry> method_for(const MatrixSumOptions& options, std::size_t values) {
  if (options.method) return *options.method;
  return values < small_sum ? "allreduce" : "node";
}

}  // namespace

template <class T>
void MatrixSum<T>::sum(std::span<T> full) {
  if (runtime_.world().size() == 1 || full.empty()) return;
  if (!sum_) {
    const GlobalSumContext context{runtime_, full.size(), std::min(options_.chunk, full.size()), window_};
    try {
      sum_ = method_for(options_, full.size())->template make_of<T>(context);
    } catch (const FalsePromise&) {
      throw;
    } catch (const AgreedUsageError&) {
      sum_ = Choice<GlobalSumEntry>("allreduce")->template make_of<T>(context);
    }
  }
  sum_->sum(full);
}

template class MatrixSum<double>;
template class MatrixSum<std::int64_t>;

}  // namespace fockproxy
