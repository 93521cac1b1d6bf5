// Matrix "ga": an irregular Global Array, moved by NGA_Get and NGA_Acc.
#include <mpi.h>

extern "C" {
#include <armci.h>  // has no extern "C" of its own
}
#include <fmt/format.h>
#include <ga.h>
#include <macdecls.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "matrices/distributed_matrix.hpp"
#include "parallel/agreement.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Non-blocking operations in flight, far fewer than the handles that GA has.
constexpr std::size_t most_handles = 64;

// A rectangle of elements, with inclusive bounds as in GA, and the row length in our buffer.
struct Patch {
  int lo[2], hi[2], ld[1];
};

class GlobalArraysMatrix : public DistributedMatrix {
 public:
  GlobalArraysMatrix(const MatrixContext& context, const BlockLayout& layout, std::string_view label)
      : DistributedMatrix(layout, context.owners(), context.element),
        options_(context.options),
        comm_(context.runtime.world()) {
    int dims[] = {layout.functions(), layout.matrix_columns()};
    int pieces[] = {ownership().grid_rows(), ownership().grid_columns()};
    std::vector<int> first;  // of every row of pieces, then of every column of pieces
    for (int r = 0; r < pieces[0]; ++r) first.push_back(layout.first_row(ownership().row_cuts()[r]));
    for (int c = 0; c < pieces[1]; ++c) first.push_back(layout.first_column(ownership().column_cuts()[c]));
    std::string name(label);
    static_assert(sizeof(long) == sizeof(std::int64_t), "Global Arrays adds integers of 8 bytes as C's long");
    handle_ = NGA_Create_irreg(element() == Element::real ? C_DBL : C_LONG, 2, dims, name.data(), pieces, first.data());
    if (!handle_) throw AgreedComputationError(fmt::format("NGA_Create_irreg failed for matrix {}", label));
    try {
      collectively(comm_, [&] { check_ownership(); });
    } catch (const AgreedError&) {
      GA_Destroy(handle_);
      throw;
    }
    zero();
  }
  ~GlobalArraysMatrix() override { GA_Destroy(handle_); }

  bool contiguous() const override { return false; }

  void get(std::span<const BlockRead> reads) override {
    if (options_.issue == Issue::each) {
      for (const BlockRead& read : reads) {
        Patch p = patch(read.row, read.column);
        NGA_Get(handle_, p.lo, p.hi, read.buffer, p.ld);
      }
      return;
    }
    in_batches(reads, [&](const BlockRead& read, ga_nbhdl_t* handle) {
      Patch p = patch(read.row, read.column);
      NGA_NbGet(handle_, p.lo, p.hi, read.buffer, p.ld, handle);
    });
  }

  bool can_start_get() const override { return true; }
  void start_get(std::span<const BlockRead> reads) override {
    for (const BlockRead& read : reads) {
      Patch p = patch(read.row, read.column);
      NGA_NbGet(handle_, p.lo, p.hi, read.buffer, p.ld, &gets_.at(started_));
      ++started_;
    }
  }

  void finish_get() override {
    for (std::size_t i = 0; i < started_; ++i) NGA_NbWait(&gets_[i]);
    started_ = 0;
  }

  void accumulate(std::span<const BlockUpdate> updates) override {
    double real_one = 1.0;
    long integer_one = 1;
    void* const one = element() == Element::real ? static_cast<void*>(&real_one) : &integer_one;
    if (options_.issue == Issue::each) {
      for (const BlockUpdate& update : updates) {
        Patch p = patch(update.row, update.column);
        NGA_Acc(handle_, p.lo, p.hi, const_cast<void*>(update.buffer), p.ld, one);
        if (options_.completion == AccumulateCompletion::remote)
          ARMCI_Fence(ownership().owner(update.row, update.column));
      }
      return;
    }
    in_batches(updates, [&](const BlockUpdate& update, ga_nbhdl_t* handle) {
      Patch p = patch(update.row, update.column);
      NGA_NbAcc(handle_, p.lo, p.hi, const_cast<void*>(update.buffer), p.ld, one, handle);
    });
    if (options_.completion == AccumulateCompletion::remote) fence_owners(updates);
  }

  void complete() override { ARMCI_AllFence(); }
  void fence() override { GA_Sync(); }

  void zero() override { GA_Zero(handle_); }  // synchronises before and after

  void set_panel(const Matrix& own) override {
    assert(element() == Element::real);
    GA_Sync();
    if (Patch patch; own_patch(patch)) NGA_Put(handle_, patch.lo, patch.hi, const_cast<double*>(own.data()), patch.ld);
    GA_Sync();
  }

  void read_panel(void* to) override {
    if (Patch patch; own_patch(patch)) NGA_Get(handle_, patch.lo, patch.hi, to, patch.ld);
  }

 private:
  Patch patch(int row, int column) const {
    const int row_first = layout().first_row(row);
    const int column_first = layout().first_column(column);
    const int rows = layout().rows(row);
    const int columns = layout().columns(column);
    return {{row_first, column_first}, {row_first + rows - 1, column_first + columns - 1}, {columns}};
  }

  // Returns false if this rank owns nothing.
  bool own_patch(Patch& own) const {
    const auto [row, rows, column, columns] = ownership().area(layout(), comm_.rank());
    if (rows == 0) return false;
    own = {{row, column}, {row + rows - 1, column + columns - 1}, {columns}};
    return true;
  }

  // GA must have put every panel where Ownership says; otherwise counts by target would be wrong.
  void check_ownership() const {
    for (int rank = 0; rank < ownership().grid_rows() * ownership().grid_columns(); ++rank) {
      const Ownership::Panel panel = ownership().panel(rank);
      Patch first = patch(panel.first_row_block, panel.first_column_block);
      Patch last = patch(panel.last_row_block - 1, panel.last_column_block - 1);
      for (int* corner : {first.lo, last.hi})
        if (const int owner = NGA_Locate(handle_, corner); owner != rank)
          throw ComputationError(fmt::format("Global Arrays placed element ({}, {}) on process {}, it was meant for {}",
                                             corner[0], corner[1], owner, rank));
    }
  }

  template <class Request, class Start>
  void in_batches(std::span<const Request> requests, Start start) {
    ga_nbhdl_t handles[most_handles];
    while (!requests.empty()) {
      const std::size_t n = std::min(most_handles, requests.size());
      for (std::size_t i = 0; i < n; ++i) start(requests[i], &handles[i]);
      for (std::size_t i = 0; i < n; ++i) NGA_NbWait(&handles[i]);
      requests = requests.subspan(n);
    }
  }

  // Fences each owner once. GA's own GA_Fence would loop over all processes.
  void fence_owners(std::span<const BlockUpdate> updates) {
    touched_.clear();
    for (const BlockUpdate& update : updates) {
      const int owner = ownership().owner(update.row, update.column);
      if (std::find(touched_.begin(), touched_.end(), owner) != touched_.end()) continue;
      touched_.push_back(owner);
      ARMCI_Fence(owner);
    }
  }

  MatrixOptions options_;
  const Communicator& comm_;
  int handle_ = 0;
  std::vector<int> touched_;                     // a member only to avoid an allocation per operation
  std::array<ga_nbhdl_t, most_started> gets_{};  // from start_get()
  std::size_t started_ = 0;
};

}  // namespace

std::unique_ptr<DistributedMatrix> make_ga_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                  std::string_view label) {
  if (!context.runtime.has_global_arrays())
    throw AgreedUsageError("matrix ga needs Global Arrays to be started (RuntimeOptions::global_arrays)");
  return std::make_unique<GlobalArraysMatrix>(context, layout, label);
}

}  // namespace fockproxy
