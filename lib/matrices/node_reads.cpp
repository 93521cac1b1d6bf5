#include "matrices/node_reads.hpp"

#include <algorithm>
#include <vector>

#include "matrices/forwarding_matrix.hpp"
#include "parallel/node_memory.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

class NodeReads : public ForwardingMatrix {
 public:
  NodeReads(std::unique_ptr<DistributedMatrix> matrix, const Runtime& runtime)
      : ForwardingMatrix(std::move(matrix)),
        rank_(runtime.world().rank()),
        offsets_(place_blocks()),
        memory_(runtime.world(), own_elements_ * sizeof(double)) {}

  bool reads_by_load(int owner) const override { return memory_.of(owner) != nullptr; }

  void get(std::span<const BlockRead> reads) override {
    copy_or(reads, [this](auto far) { ForwardingMatrix::get(far); });
  }
  void start_get(std::span<const BlockRead> reads) override {
    copy_or(reads, [this](auto far) { ForwardingMatrix::start_get(far); });
  }
  void zero() override {
    ForwardingMatrix::zero();
    std::fill_n(static_cast<double*>(memory_.of(rank_)), own_elements_, 0.0);
    memory_.everybody();
  }
  void set_panel(const Matrix& panel) override {
    ForwardingMatrix::set_panel(panel);
    double* const own = static_cast<double*>(memory_.of(rank_));
    ownership().for_blocks(layout(), rank_, [&](int i, int j, int row, int column) {
      const int rows = layout().rows(i), columns = layout().columns(j);
      Eigen::Map<Matrix>(own + offset(i, j), rows, columns) = panel.block(row, column, rows, columns);
    });
    memory_.everybody();
  }

 private:
  // The element of the owner's memory at which each block begins.
  std::vector<std::int64_t> place_blocks() {
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(layout().blocks()) * layout().blocks());
    const int owners = ownership().grid_rows() * ownership().grid_columns();
    for (int owner = 0; owner < owners; ++owner) {
      std::int64_t next = 0;
      ownership().for_blocks(layout(), owner, [&](int row, int column, int, int) {
        offsets[static_cast<std::size_t>(row) * layout().blocks() + column] = next;
        next += layout().elements(row, column);
      });
      if (owner == rank_) own_elements_ = static_cast<std::size_t>(next);
    }
    return offsets;
  }
  std::int64_t offset(int row, int column) const {
    return offsets_[static_cast<std::size_t>(row) * layout().blocks() + column];
  }

  // Loads the blocks that the node has; `forward` gets the rest.
  template <class F>
  void copy_or(std::span<const BlockRead> reads, F forward) {
    far_.clear();
    for (const BlockRead& read : reads) {
      const auto* const memory = static_cast<const double*>(memory_.of(ownership().owner(read.row, read.column)));
      if (memory == nullptr) far_.push_back(read);
      else std::copy_n(memory + offset(read.row, read.column), layout().elements(read.row, read.column), read.buffer);
    }
    if (!far_.empty()) forward(std::span<const BlockRead>(far_));
  }

  int rank_;
  std::size_t own_elements_ = 0;
  std::vector<std::int64_t> offsets_;
  NodeMemory memory_;
  std::vector<BlockRead> far_;  // a member only to avoid an allocation per task
};

}  // namespace

std::unique_ptr<DistributedMatrix> with_node_reads(std::unique_ptr<DistributedMatrix> matrix, const Runtime& runtime) {
  return std::make_unique<NodeReads>(std::move(matrix), runtime);
}

}  // namespace fockproxy
