#include "matrices/replicated_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <vector>

#include "support/error.hpp"

namespace fockproxy {
namespace {

template <class T>
class ReplicatedMatrix final : public DistributedMatrix {
 public:
  ReplicatedMatrix(const MatrixContext& context, const BlockLayout& layout);

  bool contiguous() const override { return true; }
  void get(std::span<const BlockRead> reads) override;
  bool can_start_get() const override { return false; }
  void start_get(std::span<const BlockRead>) override {
    throw UsageError("a matrix in the rank's own memory cannot get in two halves");
  }
  void finish_get() override { start_get({}); }
  void accumulate(std::span<const BlockUpdate> updates) override;
  void complete() override {}
  void fence() override { comm_.barrier(); }
  void zero() override { std::ranges::fill(elements_, T{}); }
  void set_panel(const Matrix& own) override;
  void read_panel(void* to) override;

 private:
  using Whole = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  T* tile(int row, int column) { return elements_.data() + offsets_[row * layout().blocks() + column]; }
  // Calls f(tile, block of `full`) for all blocks.
  template <class F>
  void for_tiles(Whole& full, F f) {
    for (int i = 0; i < layout().blocks(); ++i)
      for (int j = 0; j < layout().blocks(); ++j)
        f(Eigen::Map<Whole>(tile(i, j), layout().rows(i), layout().columns(j)),
          full.block(layout().first_row(i), layout().first_column(j), layout().rows(i), layout().columns(j)));
  }

  const Communicator& comm_;
  MatrixSum<T> sum_;
  std::vector<std::int64_t> offsets_;  // one per block, blocks x blocks
  std::vector<T> elements_;
};

template <class T>
ReplicatedMatrix<T>::ReplicatedMatrix(const MatrixContext& context, const BlockLayout& layout)
    : DistributedMatrix(layout, 1, context.element),
      comm_(context.runtime.world()),
      sum_(context.runtime, context.options.sum, context.options.window) {
  std::int64_t offset = 0;
  for (int i = 0; i < layout.blocks(); ++i)
    for (int j = 0; j < layout.blocks(); ++j) {
      offsets_.push_back(offset);
      offset += layout.elements(i, j);
    }
  elements_.resize(offset);
}

template <class T>
void ReplicatedMatrix<T>::get(std::span<const BlockRead> reads) {
  if constexpr (std::is_same_v<T, double>)
    for (const BlockRead& read : reads)
      std::copy_n(tile(read.row, read.column), layout().elements(read.row, read.column), read.buffer);
  else assert(reads.empty());
}

template <class T>
void ReplicatedMatrix<T>::accumulate(std::span<const BlockUpdate> updates) {
  for (const BlockUpdate& update : updates) {
    const T* from = static_cast<const T*>(update.buffer);
    T* to = tile(update.row, update.column);
    const std::int64_t n = layout().elements(update.row, update.column);
    for (std::int64_t e = 0; e < n; ++e) to[e] += from[e];
  }
}

template <class T>
void ReplicatedMatrix<T>::set_panel(const Matrix& own) {
  assert(element() == Element::real);
  Whole full = own.cast<T>();
  full.resize(layout().functions(), layout().matrix_columns());
  comm_.broadcast(std::span(full.data(), static_cast<std::size_t>(full.size())));
  for_tiles(full, [](auto tile, auto block) { tile = block; });
}

template <class T>
void ReplicatedMatrix<T>::read_panel(void* to) {
  Whole full(layout().functions(), layout().matrix_columns());
  for_tiles(full, [](auto tile, auto block) { block = tile; });
  const std::span<T> all(full.data(), static_cast<std::size_t>(full.size()));
  sum_.sum(all);
  if (comm_.is_root()) std::ranges::copy(all, static_cast<T*>(to));
}

}  // namespace

std::unique_ptr<DistributedMatrix> make_replicated_matrix(const MatrixContext& context, const BlockLayout& layout) {
  if (context.element == Element::real) return std::make_unique<ReplicatedMatrix<double>>(context, layout);
  return std::make_unique<ReplicatedMatrix<std::int64_t>>(context, layout);
}

}  // namespace fockproxy
