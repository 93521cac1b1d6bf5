// Matrix "shmem": the panel of every rank is in the symmetric heap of OpenSHMEM. Gets are shmem_getmem and
// shmem_getmem_nbi (OpenSHMEM 1.5 sections 9.6.1 and 9.6.2).
//
// OpenSHMEM has no accumulate, and its atomics add integers, not reals (section 9.7.1). An integer is added by one
// atomic. Reals are added a block at a time: the block is locked, fetched, added to, and put back.
#include <shmem.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "matrices/rma_panel_matrix.hpp"
#include "parallel/symmetric_words.hpp"

namespace fockproxy {
namespace {

// A block at its owner, in words of the symmetric heap. PEs are numbered as ranks: Runtime requires it.
struct BlockPlace {
  int owner;
  std::size_t first;  // word of its first element
  std::size_t elements;
  std::size_t lock;  // word of its lock: 0 if it is free

  std::size_t bytes() const { return elements * sizeof(long); }
};

class ShmemMatrix final : public RmaPanelMatrix {
 public:
  ShmemMatrix(const MatrixContext& context, const BlockLayout& layout, std::string_view label)
      : RmaPanelMatrix(context, layout, BlockStorage::tiled),
        options_(context.options),
        words_(context.runtime, words_of(comm().rank()), "matrix " + std::string(label)) {}

  bool contiguous() const override { return true; }

  void get(std::span<const BlockRead> reads) override {
    if (options_.issue == Issue::each) {
      for (const BlockRead& read : reads) {
        const BlockPlace at = place(read.row, read.column);
        shmem_getmem(read.buffer, words_.at(at.first), at.bytes(), at.owner);
      }
      return;
    }
    start_get(reads);
    finish_get();
  }

  bool can_start_get() const override { return true; }
  void start_get(std::span<const BlockRead> reads) override {
    for (const BlockRead& read : reads) {
      const BlockPlace at = place(read.row, read.column);
      shmem_getmem_nbi(read.buffer, words_.at(at.first), at.bytes(), at.owner);
    }
  }
  void finish_get() override { shmem_quiet(); }

  void accumulate(std::span<const BlockUpdate> updates) override {
    const bool remote = options_.completion == AccumulateCompletion::remote;
    const bool each = options_.issue == Issue::each;
    for (const BlockUpdate& update : updates) {
      const BlockPlace at = place(update.row, update.column);
      if (element() == Element::integer) add_integers(static_cast<const std::int64_t*>(update.buffer), at);
      else add_reals(static_cast<const double*>(update.buffer), at);
      if (remote && each) shmem_quiet();
    }
    if (remote && !each) shmem_quiet();
  }

  void complete() override { shmem_quiet(); }

 private:
  void put_panel(const RmaPanels::Stored& panel) override {
    if (!panel.empty()) shmem_putmem(words_.at(0), panel.data(), panel.size() * sizeof(long), comm().rank());
    shmem_quiet();
  }
  void get_panel(RmaPanels::Stored& panel) override {
    if (!panel.empty()) shmem_getmem(panel.data(), words_.at(0), panel.size() * sizeof(long), comm().rank());
  }

  static std::size_t columns_of(const Ownership::Panel& panel) {
    return static_cast<std::size_t>(panel.last_column_block - panel.first_column_block);
  }
  // The elements of the rank's panel, and after them a lock for each of its blocks.
  std::size_t words_of(int rank) const {
    const Ownership::Panel panel = ownership().panel(rank);
    return panels().elements(rank) +
           static_cast<std::size_t>(panel.last_row_block - panel.first_row_block) * columns_of(panel);
  }

  BlockPlace place(int row, int column) const {
    const int owner = ownership().owner(row, column);
    const Ownership::Panel panel = ownership().panel(owner);
    const std::size_t number = static_cast<std::size_t>(row - panel.first_row_block) * columns_of(panel) +
                               static_cast<std::size_t>(column - panel.first_column_block);
    return {.owner = owner,
            .first = panels().position(row, column, owner).first,
            .elements = static_cast<std::size_t>(layout().elements(row, column)),
            .lock = panels().elements(owner) + number};
  }

  // The additions return nothing, so none of them waits for the owner.
  void add_integers(const std::int64_t* more, const BlockPlace& at) {
    for (std::size_t i = 0; i < at.elements; ++i) shmem_long_atomic_add(words_.at(at.first + i), more[i], at.owner);
  }

  // Without rivals: a compare-and-swap, a get, a put with a shmem_quiet, and a set. shmem_set_lock (section 9.12.1)
  // would need a lock for each block on every rank.
  void add_reals(const double* more, const BlockPlace& at) {
    sum_.resize(std::max(sum_.size(), at.elements));
    long* const lock = words_.at(at.lock);
    while (shmem_long_atomic_compare_swap(lock, 0, 1, at.owner) != 0) std::this_thread::yield();
    shmem_getmem(sum_.data(), words_.at(at.first), at.bytes(), at.owner);
    for (std::size_t i = 0; i < at.elements; ++i) sum_[i] += more[i];
    shmem_putmem(words_.at(at.first), sum_.data(), at.bytes(), at.owner);
    shmem_quiet();  // the sum is in place before the lock is free (section 9.11.2)
    shmem_long_atomic_set(lock, 0, at.owner);
  }

  MatrixOptions options_;
  SymmetricWords words_;
  std::vector<double> sum_;  // of one block; kept to avoid allocations
};

}  // namespace

std::unique_ptr<DistributedMatrix> make_shmem_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                     std::string_view label) {
  return std::make_unique<ShmemMatrix>(context, layout, label);
}

}  // namespace fockproxy
