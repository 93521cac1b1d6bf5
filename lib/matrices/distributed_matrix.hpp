// The distributed matrix: the one thing every backend of this folder provides.
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

// How a task's operations are completed. each: every operation before the next is issued; batch: those of one call are
// issued together and completed once, by a flush; request: the same, each waited for by its own request (Global Arrays
// know no other batch than that).
enum class Issue { each, batch, request };
inline constexpr std::string_view issue_names[] = {"each", "batch", "request"};
// When an accumulate counts as done: local: our buffer may be reused; remote: the target's memory has changed.
enum class AccumulateCompletion { local, remote };
inline constexpr std::string_view accumulate_completion_names[] = {"local", "remote"};
// tiled: a block is contiguous at its owner; strided: the owner's panel is row-major and a block is a patch of it;
// rows: the same, and whole rows of the panel are moved for a block, as the simplest programs do.
enum class BlockStorage { tiled, strided, rows };
inline constexpr std::string_view block_storage_names[] = {"tiled", "strided", "rows"};
// whole: one epoch to all ranks (MPI_Win_lock_all) for the matrix's life; each: MPI_Win_lock and MPI_Win_unlock around
// every operation, which are then completed one by one, at their targets.
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
  WindowKind window = WindowKind::allocate;    // rma only; GA's is fixed per process by ARMCI
  BlockStorage storage = BlockStorage::tiled;  // rma only; GA's and local's are strided
  Issue issue = Issue::each;
  AccumulateCompletion completion = AccumulateCompletion::local;
  Epoch epoch = Epoch::whole;  // rma only
  MatrixSumOptions sum{};      // of copies: --cache replicated only
  int owners = 0;              // ranks 0 .. owners-1 hold all blocks; 0: all ranks do
};

// One block to move: rows(row) x columns(column) doubles, contiguous, at `buffer`.
struct BlockRead {
  int row, column;
  double* buffer;
};
struct BlockUpdate {
  int row, column;
  const double* buffer;
};

// Unless marked collective, members are local, one-sided and not thread-safe. Errors of MPI calls are ComputationError.
class DistributedMatrix {
 public:
  // `owners`: the ranks among which the blocks are shared out, from rank 0 up.
  DistributedMatrix(BlockLayout layout, int owners) : layout_(std::move(layout)), ownership_(layout_, owners) {}
  virtual ~DistributedMatrix() = default;  // collective
  DistributedMatrix(const DistributedMatrix&) = delete;
  DistributedMatrix& operator=(const DistributedMatrix&) = delete;

  const BlockLayout& layout() const { return layout_; }
  const Ownership& ownership() const { return ownership_; }
  virtual bool contiguous() const = 0;  // is every block one contiguous run of bytes at its owner?
  // Doubles that one operation on a block moves: the block's, and what has to come with them.
  virtual std::int64_t elements_moved(int row, int column) const { return layout_.elements(row, column); }
  // Are gets from this owner plain loads, and no communication?
  virtual bool reads_by_load([[maybe_unused]] int owner) const { return false; }

  // Fetches blocks; on return all buffers are filled. Must not overlap in time with accumulates to the same blocks.
  virtual void get(std::span<const BlockRead> reads) = 0;
  // get() in two halves, between which the blocks travel, the buffers are not touched and any other operation may come.
  // At most `most_started` blocks at a time. Only where can_start_get(); elsewhere both throw UsageError.
  static constexpr std::size_t most_started = 6;
  virtual bool can_start_get() const = 0;  // constant over the matrix's life, the same on every rank
  virtual void start_get(std::span<const BlockRead> reads) = 0;
  virtual void finish_get() = 0;
  // Adds blocks atomically per element; on return all buffers may be reused, and under AccumulateCompletion::remote
  // the targets hold the sums. Concurrent accumulates from any ranks are allowed, and the same block may occur twice.
  virtual void accumulate(std::span<const BlockUpdate> updates) = 0;

  // Completes all of this rank's accumulates at their targets (MPI_Win_flush_all; ARMCI_AllFence), so that the time
  // this takes and the wait for slower ranks in fence() can be told apart.
  virtual void complete() = 0;
  // Collective. Every earlier accumulate of every rank is visible to every later get and gather.
  virtual void fence() = 0;
  // Collective. All elements zero, after every earlier operation and before every later one.
  virtual void zero() = 0;
  // Collective. Sets the whole matrix: every rank gives its own panel (ownership().area()), nothing where it has none.
  // Fenced on entry and on return.
  virtual void set_panel(const Matrix& own) = 0;
  // Collective, after a fence. This rank's panel; empty where it has none.
  virtual Matrix panel() = 0;

 private:
  BlockLayout layout_;
  Ownership ownership_;
};

struct MatrixContext {
  const Runtime& runtime;
  MatrixOptions options;
  int owners() const {
    const int ranks = runtime.world().size();
    return options.owners == 0 ? ranks : std::min(options.owners, ranks);
  }
};

struct MatrixEntry {
  std::string_view name;
  std::string_view summary;
  bool needs_global_arrays = false;
  bool has_windows = false;           // do MatrixOptions::window and ::storage change anything?
  int max_ranks = 0;                  // 0: any number; `make` throws UsageError above it
  std::string_view no_prefetch = "";  // why a get cannot be made in two halves; empty: can_start_get()
  // Collective; empty: not in this build. The matrix starts with all elements zero.
  std::function<std::unique_ptr<DistributedMatrix>(const MatrixContext&, const BlockLayout&, std::string_view label)>
      make;
  std::string_view unsupported = "";
};

std::span<const MatrixEntry> matrix_table();
const MatrixEntry& look_up(Type<MatrixEntry>, std::string_view name);  // throws UsageError listing the known names
// The same, also refusing what this build lacks: "UNSUPPORTED: reason". Local.
const MatrixEntry& find_matrix(std::string_view name);

}  // namespace fockproxy
