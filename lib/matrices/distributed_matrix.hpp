// The interface of distributed matrices, which the matrices of this folder implement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "matrices/block_layout.hpp"
#include "matrices/matrix_sum.hpp"
#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "support/choice.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// When the operations of a call of get() or accumulate() are completed. each: every operation before the next is
// issued. batch: all are issued, and one flush completes them. request: all are issued, and each is completed by its
// own request. Global Arrays has no flush for a batch, so there batch means request. OpenSHMEM has no requests, so
// there request means batch.
enum class Issue { each, batch, request };
inline constexpr std::string_view issue_names[] = {"each", "batch", "request"};
// When an accumulate is complete. local: the origin may reuse its buffer. remote: the target's memory has changed.
enum class AccumulateCompletion { local, remote };
inline constexpr std::string_view accumulate_completion_names[] = {"local", "remote"};
// How a block is stored at its owner. tiled: contiguously. strided: the owner's panel is row-major, and a block is a
// patch of it. rows: as strided, but an operation on a block moves whole rows of the panel, as in the simplest
// programs.
enum class BlockStorage { tiled, strided, rows };
inline constexpr std::string_view block_storage_names[] = {"tiled", "strided", "rows"};
// whole: one epoch to all ranks (MPI_Win_lock_all) from construction to destruction. each: MPI_Win_lock and
// MPI_Win_unlock around every operation. The operations are then completed one by one, at their targets.
enum class Epoch { whole, each };
inline constexpr std::string_view epoch_names[] = {"whole", "each"};

std::optional<Issue> parse_issue(std::string_view name);
std::string_view to_string(Issue issue);
std::optional<AccumulateCompletion> parse_accumulate_completion(std::string_view name);
std::string_view to_string(AccumulateCompletion completion);
std::optional<BlockStorage> parse_block_storage(std::string_view name);
std::string_view to_string(BlockStorage storage);
std::optional<Epoch> parse_epoch(std::string_view name);
std::string_view to_string(Epoch epoch);

struct MatrixOptions {
  WindowChoice window{};                       // rma only; for GA, ARMCI fixes it per process
  BlockStorage storage = BlockStorage::tiled;  // rma only; ga and local use strided, shmem tiled
  Issue issue = Issue::each;
  AccumulateCompletion completion = AccumulateCompletion::local;
  Epoch epoch = Epoch::whole;  // rma only
  MatrixSumOptions sum{};      // how copies are summed: --cache replicated only
  int owners = 0;              // ranks 0 .. owners-1 hold all blocks; 0: all ranks do
};

// The type of the elements: MPI_DOUBLE, or MPI_INT64_T, whose sums do not depend on their order.
enum class Element { real, integer };

// One block to move: rows(row) x columns(column) elements, contiguous, at `buffer`. Only blocks of reals are fetched.
struct BlockRead {
  int row, column;
  double* buffer;
};
struct BlockUpdate {
  int row, column;
  const void* buffer;  // double or std::int64_t, as the matrix has them
};

// Unless marked collective, members are local, one-sided and not thread-safe. They throw ComputationError if an MPI
// call returns an error.
class DistributedMatrix {
 public:
  // `owners`: the number of ranks, from rank 0 up, that own the blocks.
  DistributedMatrix(BlockLayout layout, int owners, Element element = Element::real)
      : layout_(std::move(layout)), ownership_(layout_, owners), element_(element) {}
  virtual ~DistributedMatrix() = default;  // collective
  DistributedMatrix(const DistributedMatrix&) = delete;
  DistributedMatrix& operator=(const DistributedMatrix&) = delete;

  const BlockLayout& layout() const { return layout_; }
  const Ownership& ownership() const { return ownership_; }
  Element element() const { return element_; }
  virtual bool contiguous() const = 0;  // is every block one contiguous run of bytes at its owner?
  // The number of elements that one operation on a block moves: its elements, or more with BlockStorage::rows.
  virtual std::int64_t elements_moved(int row, int column) const { return layout_.elements(row, column); }
  // Are gets from this owner loads from memory, without communication?
  virtual bool reads_by_load([[maybe_unused]] int owner) const { return false; }

  // Fetches blocks. On return all buffers are filled. No rank may accumulate to these blocks at the same time.
  virtual void get(std::span<const BlockRead> reads) = 0;
  // get() in two halves. Between them the transfers are in flight, the caller must not access the buffers, and it may
  // call any other operation. At most `most_started` blocks at a time. If can_start_get() is false, both throw
  // UsageError.
  static constexpr std::size_t most_started = 6;
  virtual bool can_start_get() const = 0;  // constant over the matrix's life, the same on every rank
  virtual void start_get(std::span<const BlockRead> reads) = 0;
  virtual void finish_get() = 0;
  // Adds blocks; each element is added atomically. On return all buffers may be reused, and under
  // AccumulateCompletion::remote the targets hold the sums. Several ranks may accumulate to the same block at the same
  // time, and a block may occur twice in `updates`.
  virtual void accumulate(std::span<const BlockUpdate> updates) = 0;

  // Completes all of this rank's accumulates at their targets (MPI_Win_flush of each; ARMCI_AllFence). Called before
  // fence(), it separates the time of this completion from the wait for slower ranks.
  virtual void complete() = 0;
  // Collective. After it, every get and panel() sees every earlier accumulate of every rank.
  virtual void fence() = 0;
  // Collective. Sets all elements to zero, after every earlier operation and before every later one.
  virtual void zero() = 0;
  // Collective. Sets a whole matrix of reals: every rank gives its own panel (ownership().area()), or an empty matrix
  // if it has none. It fences on entry and on return.
  virtual void set_panel(const Matrix& own) = 0;
  // Collective. Call it after a fence, or after a barrier before which all accumulates were complete. Returns the panel
  // of this rank, whose number is `rank`, of a matrix of reals or of integers; empty if the rank has none.
  Matrix panel(int rank) { return panel_of_type<Matrix>(rank); }
  IntegerMatrix integer_panel(int rank) { return panel_of_type<IntegerMatrix>(rank); }
  // The same; writes the panel to `to`, row-major.
  virtual void read_panel(void* to) = 0;

 private:
  template <class M>
  M panel_of_type(int rank) {
    const Ownership::Area area = ownership_.area(layout_, rank);
    M panel(area.rows, area.columns);
    read_panel(panel.data());
    return panel;
  }

  BlockLayout layout_;
  Ownership ownership_;
  Element element_;
};

struct MatrixContext {
  const Runtime& runtime;
  MatrixOptions options;
  Element element = Element::real;
  int owners() const {
    const int ranks = runtime.world().size();
    return options.owners == 0 ? ranks : std::min(options.owners, ranks);
  }
};

struct MatrixEntry {
  std::string_view name;
  std::string_view summary;
  bool needs_global_arrays = false;
  bool needs_openshmem = false;
  bool has_windows = false;           // do MatrixOptions::window and ::storage change anything?
  int max_ranks = 0;                  // with more ranks `make` throws UsageError; 0: any number
  std::string_view no_prefetch = "";  // why a get cannot be made in two halves; empty: can_start_get()
  // Why get() and accumulate() do not take buffers in memory of a device. Empty: they do with the layouts `tiled` and
  // `strided`, where the MPI library does.
  std::string_view no_device = "";
  // Collective; empty: not in this build. The matrix starts with all elements zero.
  std::function<std::unique_ptr<DistributedMatrix>(const MatrixContext&, const BlockLayout&, std::string_view label)>
      make;
  std::string_view unsupported = "";
};

std::span<const MatrixEntry> matrix_table();
const MatrixEntry& look_up(Type<MatrixEntry>, std::string_view name);  // throws UsageError listing the known names
// As look_up(). Throws UsageError, "UNSUPPORTED: reason", also for a matrix that this build lacks. Local.
const MatrixEntry& find_matrix(std::string_view name);

}  // namespace fockproxy
