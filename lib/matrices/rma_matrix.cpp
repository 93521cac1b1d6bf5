// Matrix "rma": the panel of every rank is in an MPI window and moved by MPI_Get and MPI_Accumulate (MPI-4.0 chapter
// 12). Gets in two halves use MPI_Rget (section 12.3.5).
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "matrices/rma_panel_matrix.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Committed MPI_Type_vector types of patches. Each is made once, so that its creation is not measured with every
// operation. Thread-safe.
class PatchTypes {
 public:
  explicit PatchTypes(MPI_Datatype element) : element_(element) {}
  ~PatchTypes() {
    for (auto& [shape, type] : types_) MPI_Type_free(&type);
  }
  PatchTypes(const PatchTypes&) = delete;
  PatchTypes& operator=(const PatchTypes&) = delete;

  MPI_Datatype get(int rows, int columns, int stride) {
    const std::lock_guard lock(mutex_);
    auto [it, is_new] = types_.try_emplace({rows, columns, stride}, MPI_DATATYPE_NULL);
    if (is_new) {
      check_mpi(MPI_Type_vector(rows, columns, stride, element_, &it->second), "MPI_Type_vector");
      check_mpi(MPI_Type_commit(&it->second), "MPI_Type_commit");
    }
    return it->second;
  }

 private:
  struct Shape {
    int rows, columns, stride;
    auto operator<=>(const Shape&) const = default;
  };
  MPI_Datatype element_;
  std::mutex mutex_;
  std::map<Shape, MPI_Datatype> types_;
};

// A buffer for whole rows of a panel. Local; not thread-safe.
class RowStrip {
 public:
  // A block of rows x columns that begins at `first_column` of rows that are `width` long.
  struct Part {
    int rows, columns, width, first_column;
  };

  // Room for this many elements, with any content.
  void* room(int elements) {
    values_.resize(std::max(values_.size(), static_cast<std::size_t>(elements)));
    return values_.data();
  }
  // The rows with the block in its place and zeros elsewhere.
  const void* with(const void* block, const Part& part) {
    assert(part.first_column + part.columns <= part.width);
    room(part.rows * part.width);
    std::fill_n(values_.begin(), part.rows * part.width, 0);
    for (int r = 0; r < part.rows; ++r)
      std::memcpy(at(part, r), static_cast<const std::byte*>(block) + row_bytes(part) * r, row_bytes(part));
    return values_.data();
  }
  void copy_to(void* block, const Part& part) {
    for (int r = 0; r < part.rows; ++r)
      std::memcpy(static_cast<std::byte*>(block) + row_bytes(part) * r, at(part, r), row_bytes(part));
  }

 private:
  static std::size_t row_bytes(const Part& part) { return sizeof(std::uint64_t) * part.columns; }
  std::uint64_t* at(const Part& part, int row) {
    return values_.data() + std::ptrdiff_t{row} * part.width + part.first_column;
  }

  std::vector<std::uint64_t> values_;
};

// The owners that operations went to. Each is flushed once, however many operations it got. Local; not thread-safe.
class TouchedOwners {
 public:
  void note(int owner) {
    if (std::ranges::find(owners_, owner) == owners_.end()) owners_.push_back(owner);
  }
  void clear() { owners_.clear(); }  // keeps its memory

  // Completes operations at their targets (MPI-4.0 section 12.5.4), and so also here.
  void flush(MPI_Win window) const {
    for (const int owner : owners_) check_mpi(MPI_Win_flush(owner, window), "MPI_Win_flush");
  }
  // Completes operations here: their buffers are free again.
  void flush_local(MPI_Win window) const {
    for (const int owner : owners_) check_mpi(MPI_Win_flush_local(owner, window), "MPI_Win_flush_local");
  }

 private:
  std::vector<int> owners_;
};

// Operations in flight before the first are completed. Some stacks run out of requests at 255.
constexpr int most_outstanding = 64;
constexpr int most_elements_at_once = 1 << 24;
constexpr std::size_t element_bytes = 8;

class RmaMatrix final : public RmaPanelMatrix {
 public:
  RmaMatrix(const MatrixContext& context, const BlockLayout& layout)
      : RmaPanelMatrix(context, layout, context.options.storage),
        options_(context.options),
        type_(context.element == Element::real ? MPI_DOUBLE : MPI_INT64_T),
        window_(comm(), panels().elements(comm().rank()) * element_bytes,
                {.kind = context.options.window,
                 .lock_all = !own_epochs(),
                 .accumulates = Accumulates{.operators = "sum", .blocks = true}}),
        patch_types_(type_) {}

  bool contiguous() const override { return options_.storage == BlockStorage::tiled; }
  std::int64_t elements_moved(int row, int column) const override {
    const std::int64_t width =
        whole_rows() ? panels().columns(ownership().owner(row, column)) : layout().columns(column);
    return width * layout().rows(row);
  }

  void get(std::span<const BlockRead> reads) override {
    move_all(
        reads,
        [&](const BlockRead& read, const Place& place, MPI_Request* request) {
          void* const buffer = whole_rows() ? scratch().strip.room(place.elements) : read.buffer;
          if (request == nullptr)
            check_mpi(MPI_Get(buffer, place.elements, type_, place.owner, place.byte, place.count, place.type,
                              window_.handle()),
                      "MPI_Get");
          else
            check_mpi(MPI_Rget(buffer, place.elements, type_, place.owner, place.byte, place.count, place.type,
                               window_.handle(), request),
                      "MPI_Rget");
        },
        false);
  }

  bool can_start_get() const override { return !own_epochs() && !whole_rows(); }
  void start_get(std::span<const BlockRead> reads) override {
    require_halves();
    for (const BlockRead& read : reads) {
      const Place target = place(read.row, read.column);
      check_mpi(MPI_Rget(read.buffer, target.elements, type_, target.owner, target.byte, target.count, target.type,
                         window_.handle(), &started_requests_.at(started_)),
                "MPI_Rget");
      ++started_;
      if (target.type != type_) started_strided_.note(target.owner);
    }
  }

  // MPICH over UCX (4.0.2 and 5.0) reports a get with a derived datatype complete before its data has arrived; `check`
  // tests this. A flush waits for the data and does no communication.
  void finish_get() override {
    require_halves();
    check_mpi(MPI_Waitall(std::exchange(started_, 0), started_requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    wait_for(started_strided_, false);
    started_strided_.clear();
  }

  void accumulate(std::span<const BlockUpdate> updates) override {
    move_all(
        updates,
        [&](const BlockUpdate& update, const Place& place, MPI_Request* request) {
          const void* const buffer =
              whole_rows() ? scratch().strip.with(update.buffer, in_strip(update, place)) : update.buffer;
          if (request == nullptr)
            check_mpi(MPI_Accumulate(buffer, place.elements, type_, place.owner, place.byte, place.count, place.type,
                                     MPI_SUM, window_.handle()),
                      "MPI_Accumulate");
          else
            check_mpi(MPI_Raccumulate(buffer, place.elements, type_, place.owner, place.byte, place.count, place.type,
                                      MPI_SUM, window_.handle(), request),
                      "MPI_Raccumulate");
        },
        options_.completion == AccumulateCompletion::remote);
  }

  // With an epoch per operation, each operation is already complete at its target.
  void complete() override {
    if (!own_epochs()) window_.flush_all();
  }

 private:
  // The target's side of one operation.
  struct Place {
    int owner;  // as an MPI rank
    MPI_Aint byte;
    int elements;
    int count;
    MPI_Datatype type;
    int row_elements;  // of the transferred rows
    int first_column;  // of the block in these rows
  };

  // For one batch of one thread. It is kept to avoid allocations per operation.
  struct Scratch {
    TouchedOwners touched;
    std::vector<MPI_Request> requests;
    RowStrip strip;
  };
  static Scratch& scratch() {
    static thread_local Scratch of_this_thread;
    return of_this_thread;
  }

  void require_halves() const {
    if (!can_start_get()) throw UsageError("a get with an epoch of its own, or of whole rows, has no two halves");
  }
  bool own_epochs() const { return options_.epoch == Epoch::each; }
  bool whole_rows() const { return options_.storage == BlockStorage::rows; }

  Place place(int row, int column) {
    const int owner = ownership().owner(row, column);
    const RmaPanels::Position at = panels().position(row, column, owner);
    const int rows = layout().rows(row), columns = layout().columns(column);
    const auto seen = [&](std::size_t elements) {
      return window_.at(owner, static_cast<MPI_Aint>(elements * element_bytes));
    };
    if (whole_rows()) {
      const int width = panels().columns(owner);
      const auto [rank, byte] = seen(static_cast<std::size_t>(at.row) * width);
      return {rank, byte, rows * width, 1, patch_types_.get(rows, width, width), width, at.column};
    }
    const auto [rank, byte] = seen(at.first);
    if (at.stride == columns) return {rank, byte, rows * columns, rows * columns, type_, columns, 0};
    return {rank, byte, rows * columns, 1, patch_types_.get(rows, columns, at.stride), columns, 0};
  }

  template <class Block>
  RowStrip::Part in_strip(const Block& block, const Place& place) const {
    return {layout().rows(block.row), layout().columns(block.column), place.row_elements, place.first_column};
  }

  // Issues one operation per block and completes them according to the options: at the origin, or also at the targets.
  template <class Block, class Operation>
  void move_all(std::span<const Block> blocks, Operation issue, bool complete_at_target) {
    if (own_epochs() || whole_rows()) {
      for (const Block& block : blocks) move_alone(block, issue, complete_at_target);
      return;
    }
    const std::size_t most = options_.issue == Issue::each ? 1 : most_outstanding;
    while (!blocks.empty()) {
      const std::size_t n = std::min(most, blocks.size());
      auto& [touched, requests, strip] = scratch();
      touched.clear();
      requests.clear();
      for (const Block& block : blocks.first(n)) {
        const Place target = place(block.row, block.column);
        const bool request = options_.issue == Issue::request;
        issue(block, target, request ? &requests.emplace_back(MPI_REQUEST_NULL) : nullptr);
        // A request tells when it is complete here; finish_get() describes the requests that cannot be trusted.
        if (!request || target.type != type_ || complete_at_target) touched.note(target.owner);
      }
      check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
      wait_for(touched, complete_at_target);
      blocks = blocks.subspan(n);
    }
  }

  // Uses a separate epoch if the matrix has none for its lifetime.
  template <class Block, class Operation>
  void move_alone(const Block& block, Operation issue, bool complete_at_target) {
    const Place target = place(block.row, block.column);
    const auto move = [&] { issue(block, target, nullptr); };
    if (own_epochs()) {
      in_epoch(target.owner, move);
    } else {
      move();
      wait_for(only(target.owner), complete_at_target);
    }
    if constexpr (std::is_same_v<Block, BlockRead>)
      if (whole_rows()) scratch().strip.copy_to(block.buffer, in_strip(block, target));
  }

  template <class Move>
  void in_epoch(int owner, Move move) {
    check_mpi(MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, window_.handle()), "MPI_Win_lock");
    move();
    check_mpi(MPI_Win_unlock(owner, window_.handle()), "MPI_Win_unlock");
  }

  static const TouchedOwners& only(int owner) {
    TouchedOwners& touched = scratch().touched;
    touched.clear();
    touched.note(owner);
    return touched;
  }
  void wait_for(const TouchedOwners& touched, bool at_target) {
    at_target ? touched.flush(window_.handle()) : touched.flush_local(window_.handle());
  }

  // The rank's own panel is also written and read by RMA, because windows are most often faulty if loads and stores are
  // mixed with RMA.
  void put_panel(const RmaPanels::Stored& panel) override {
    move_panel(panel, [&](const void* values, int n, Window::Place at) {
      check_mpi(MPI_Put(values, n, type_, at.rank, at.byte, n, type_, window_.handle()), "MPI_Put");
    });
  }
  void get_panel(RmaPanels::Stored& panel) override {
    move_panel(panel, [&](void* values, int n, Window::Place at) {
      check_mpi(MPI_Get(values, n, type_, at.rank, at.byte, n, type_, window_.handle()), "MPI_Get");
    });
  }
  template <class Panel, class F>
  void move_panel(Panel& panel, F operation) {
    for (std::size_t first = 0; first < panel.size(); first += most_elements_at_once) {
      const int n = static_cast<int>(std::min<std::size_t>(most_elements_at_once, panel.size() - first));
      const Window::Place at = window_.at(comm().rank(), static_cast<MPI_Aint>(first * element_bytes));
      const auto move = [&] { operation(panel.data() + first, n, at); };
      if (own_epochs()) {
        in_epoch(at.rank, move);
      } else {
        move();
        wait_for(only(at.rank), true);
      }
    }
  }

  MatrixOptions options_;
  MPI_Datatype type_;  // of an element
  Window window_;
  PatchTypes patch_types_;
  std::array<MPI_Request, most_started> started_requests_{};  // from start_get()
  int started_ = 0;
  TouchedOwners started_strided_;  // owners that start_get() reads with derived datatypes
};

}  // namespace

std::unique_ptr<DistributedMatrix> make_rma_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                   std::string_view) {
  const std::int64_t largest = std::int64_t{layout.largest_rows()} * layout.largest_rows() * layout.spins();
  if (largest > INT_MAX)
    throw AgreedUsageError(
        fmt::format("the largest block has {} elements, MPI counts to {}; choose a finer --grain", largest, INT_MAX));
  return std::make_unique<RmaMatrix>(context, layout);
}

}  // namespace fockproxy
