// Matrix "rma": every rank's panel in an MPI window, moved by MPI_Get and MPI_Accumulate (MPI-4.0 chapter 12);
// gets in two halves by MPI_Rget (section 12.3.5).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <vector>

#include "matrices/distributed_matrix.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Operations in flight before the first are completed; some stacks run out of requests at 255.
constexpr int most_outstanding = 64;
constexpr int most_doubles_at_once = 1 << 24;

// Committed MPI_Type_vector's of patches, made once: making one per operation would be measured with it.
class PatchTypes {
 public:
  PatchTypes() = default;
  ~PatchTypes() {
    for (auto& [shape, type] : types_) MPI_Type_free(&type);
  }
  PatchTypes(const PatchTypes&) = delete;
  PatchTypes& operator=(const PatchTypes&) = delete;

  MPI_Datatype get(int rows, int columns, int stride) {
    auto [it, is_new] = types_.try_emplace({rows, columns, stride}, MPI_DATATYPE_NULL);
    if (is_new) {
      check_mpi(MPI_Type_vector(rows, columns, stride, MPI_DOUBLE, &it->second), "MPI_Type_vector");
      check_mpi(MPI_Type_commit(&it->second), "MPI_Type_commit");
    }
    return it->second;
  }

 private:
  struct Shape {
    int rows, columns, stride;
    auto operator<=>(const Shape&) const = default;
  };
  std::map<Shape, MPI_Datatype> types_;
};

template <class M>
auto block_of(M& full, const BlockLayout& layout, int row, int column) {
  return full.block(layout.first_row(row), layout.first_column(column), layout.rows(row), layout.columns(column));
}

class RmaMatrix : public DistributedMatrix {
 public:
  RmaMatrix(const MatrixContext& context, const BlockLayout& layout)
      : DistributedMatrix(layout, context.owners()),
        options_(context.options),
        comm_(context.runtime.world()),
        window_(comm_, panel_doubles(comm_.rank()) * sizeof(double), {.kind = context.options.window}) {}

  bool contiguous() const override { return options_.storage == BlockStorage::tiled; }

  void get(std::span<const BlockRead> reads) override {
    issue_all(reads, [&](const BlockRead& read, const Place& place) {
      check_mpi(MPI_Get(read.buffer, place.doubles, MPI_DOUBLE, place.owner, place.byte, place.count, place.type,
                        window_.handle()),
                "MPI_Get");
    }, false);
  }

  bool can_start_get() const override { return true; }
  void start_get(std::span<const BlockRead> reads) override {
    for (const BlockRead& read : reads) {
      const Place target = place(read.row, read.column);
      check_mpi(MPI_Rget(read.buffer, target.doubles, MPI_DOUBLE, target.owner, target.byte, target.count, target.type,
                         window_.handle(), &requests_.at(started_)),
                "MPI_Rget");
      ++started_;
      if (target.type != MPI_DOUBLE) note_owner(started_strided_, target.owner);
    }
  }

  // MPICH over UCX calls a get by a derived datatype complete before its data is there (4.0.2 and 5.0; `check` tests
  // it): a flush waits for the data, and is no communication.
  void finish_get() override {
    check_mpi(MPI_Waitall(std::exchange(started_, 0), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    for (const int owner : started_strided_)
      check_mpi(MPI_Win_flush_local(owner, window_.handle()), "MPI_Win_flush_local");
    started_strided_.clear();
  }

  void accumulate(std::span<const BlockUpdate> updates) override {
    issue_all(updates, [&](const BlockUpdate& update, const Place& place) {
      check_mpi(MPI_Accumulate(update.buffer, place.doubles, MPI_DOUBLE, place.owner, place.byte, place.count,
                               place.type, MPI_SUM, window_.handle()),
                "MPI_Accumulate");
    }, options_.completion == AccumulateCompletion::remote);
  }

  void complete() override { check_mpi(MPI_Win_flush_all(window_.handle()), "MPI_Win_flush_all"); }

  void fence() override {
    complete();
    comm_.barrier();
  }

  void zero() override { write_panel([](double* panel, std::size_t doubles) { std::fill_n(panel, doubles, 0.0); }); }

  void scatter(const Matrix& full) override {
    write_panel([&](double* panel, std::size_t) {
      for_own_blocks(
          [&](int row, int column) { map_block(panel, row, column) = block_of(full, layout(), row, column); });
    });
  }

  Matrix gather() override {
    std::vector<double> panel(panel_doubles(comm_.rank()));
    move_panel(panel, [&](double* values, int n, MPI_Aint byte) {
      check_mpi(MPI_Get(values, n, MPI_DOUBLE, comm_.rank(), byte, n, MPI_DOUBLE, window_.handle()), "MPI_Get");
    });
    Matrix full = Matrix::Zero(layout().functions(), layout().matrix_columns());
    for_own_blocks(
        [&](int row, int column) { block_of(full, layout(), row, column) = map_block(panel.data(), row, column); });
    comm_.reduce_all(std::span(full.data(), static_cast<std::size_t>(full.size())), MPI_SUM);
    return full;
  }

 private:
  using Patch = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

  // Where a block is in its owner's panel.
  struct Position {
    std::size_t first_double;
    int stride;  // doubles from one row of the block to the next
  };

  // The target's side of one operation.
  struct Place {
    int owner;
    MPI_Aint byte;
    int doubles;
    int count;
    MPI_Datatype type;
  };

  int panel_columns(const Ownership::Panel& panel) const {
    return layout_end(panel.last_column_block) - layout_end(panel.first_column_block);
  }
  int layout_end(int block) const {
    return block == layout().blocks() ? layout().matrix_columns() : layout().first_column(block);
  }
  std::size_t panel_doubles(int rank) const {
    const Ownership::Panel panel = ownership().panel(rank);
    const int last_row =
        panel.last_row_block == layout().blocks() ? layout().functions() : layout().first_row(panel.last_row_block);
    const std::size_t rows = last_row - layout().first_row(panel.first_row_block);
    return rows * panel_columns(panel);
  }

  Position position(int row, int column, int owner) const {
    const Ownership::Panel panel = ownership().panel(owner);
    const int columns = panel_columns(panel);
    const std::size_t rows_above = layout().first_row(row) - layout().first_row(panel.first_row_block);
    const std::size_t columns_before = layout().first_column(column) - layout().first_column(panel.first_column_block);
    if (options_.storage == BlockStorage::strided) return {rows_above * columns + columns_before, columns};
    // Rows of blocks lie one after the other; inside one, blocks of equal height.
    return {rows_above * columns + columns_before * layout().rows(row), layout().columns(column)};
  }

  Place place(int row, int column) {
    const int owner = ownership().owner(row, column);
    const Position at = position(row, column, owner);
    const int rows = layout().rows(row);
    const int columns = layout().columns(column);
    const auto byte = static_cast<MPI_Aint>(at.first_double * sizeof(double));
    if (at.stride == columns) return {owner, byte, rows * columns, rows * columns, MPI_DOUBLE};
    return {owner, byte, rows * columns, 1, patch_types_.get(rows, columns, at.stride)};
  }

  // Issues one operation per request and completes them as the options say: at the origin, or at the targets too.
  template <class Request, class Operation>
  void issue_all(std::span<const Request> requests, Operation issue, bool complete_at_target) {
    const std::size_t most = options_.issue == Issue::each ? 1 : most_outstanding;
    while (!requests.empty()) {
      const std::size_t n = std::min(most, requests.size());
      touched_.clear();
      for (const Request& request : requests.first(n)) {
        const Place target = place(request.row, request.column);
        issue(request, target);
        note_owner(touched_, target.owner);
      }
      for (const int owner : touched_) {
        if (complete_at_target) check_mpi(MPI_Win_flush(owner, window_.handle()), "MPI_Win_flush");
        else check_mpi(MPI_Win_flush_local(owner, window_.handle()), "MPI_Win_flush_local");
      }
      requests = requests.subspan(n);
    }
  }

  static void note_owner(std::vector<int>& owners, int owner) {
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
  }

  template <class F>
  void for_own_blocks(F f) const {
    const Ownership::Panel panel = ownership().panel(comm_.rank());
    for (int row = panel.first_row_block; row < panel.last_row_block; ++row)
      for (int column = panel.first_column_block; column < panel.last_column_block; ++column) f(row, column);
  }

  Patch map_block(double* panel, int row, int column) const {
    const Position at = position(row, column, comm_.rank());
    return {panel + at.first_double, layout().rows(row), layout().columns(column), Eigen::OuterStride<>(at.stride)};
  }

  // The own panel is written and read by RMA too: loads and stores beside RMA are where windows go wrong.
  template <class F>
  void move_panel(std::vector<double>& panel, F operation) {
    for (std::size_t first = 0; first < panel.size(); first += most_doubles_at_once) {
      const int n = static_cast<int>(std::min<std::size_t>(most_doubles_at_once, panel.size() - first));
      operation(panel.data() + first, n, static_cast<MPI_Aint>(first * sizeof(double)));
      check_mpi(MPI_Win_flush(comm_.rank(), window_.handle()), "MPI_Win_flush");
    }
  }

  template <class F>
  void write_panel(F fill) {
    fence();
    std::vector<double> panel(panel_doubles(comm_.rank()));
    fill(panel.data(), panel.size());
    move_panel(panel, [&](double* values, int n, MPI_Aint byte) {
      check_mpi(MPI_Put(values, n, MPI_DOUBLE, comm_.rank(), byte, n, MPI_DOUBLE, window_.handle()), "MPI_Put");
    });
    comm_.barrier();
  }

  MatrixOptions options_;
  const Communicator& comm_;
  Window window_;
  PatchTypes patch_types_;
  std::vector<int> touched_;  // owners of one batch; a member only to spare an allocation per operation
  std::array<MPI_Request, most_started> requests_{};  // of start_get()
  int started_ = 0;
  std::vector<int> started_strided_;  // owners that start_get() reads by derived datatypes
};

}  // namespace

std::unique_ptr<DistributedMatrix> make_rma_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                   std::string_view) {
  const std::int64_t largest = std::int64_t{layout.largest_rows()} * layout.largest_rows() * layout.spins();
  if (largest > INT_MAX)
    throw AgreedUsageError(
        fmt::format("the largest block has {} elements, MPI counts to {}; choose a finer --grain", largest,
                    INT_MAX));
  return std::make_unique<RmaMatrix>(context, layout);
}

}  // namespace fockproxy
