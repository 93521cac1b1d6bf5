// Matrices "shmem" and "shmem-words": the panel of every rank is in the symmetric heap of OpenSHMEM. Gets are
// shmem_getmem and shmem_getmem_nbi (OpenSHMEM 1.5 sections 9.6.1 and 9.6.2).
//
// OpenSHMEM has no accumulate, and its atomics add integers, not reals. "shmem" locks a block, gets it, adds to it and
// puts it back. "shmem-words" adds word by word, by atomics (section 9.7.1): an integer by one addition, a real by
// compare-and-swaps of its bits until no other rank has changed it in between.
#include <shmem.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "matrices/rma_panels.hpp"
#include "parallel/communicator.hpp"
#include "parallel/symmetric_words.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// A block at its owner. PEs are numbered as ranks: Runtime requires it.
struct BlockPlace {
  int owner;
  std::size_t first;  // word of its first element
  std::size_t elements;
  std::size_t number;  // of the block among those of its owner

  std::size_t bytes() const { return elements * sizeof(long); }
};

std::size_t blocks_of(const Ownership& ownership, int rank) {
  const auto [first_row, last_row, first_column, last_column] = ownership.panel(rank);
  return static_cast<std::size_t>(last_row - first_row) * static_cast<std::size_t>(last_column - first_column);
}

class ShmemMatrix : public DistributedMatrix {
 public:
  ShmemMatrix(const MatrixContext& context, const BlockLayout& layout, std::string_view label)
      : DistributedMatrix(layout, context.owners(), context.element),
        options_(context.options),
        comm_(context.runtime.world()),
        panels_(this->layout(), ownership(), BlockStorage::tiled),
        words_(context.runtime, panels_.elements(comm_.rank()), "matrix " + std::string(label)) {}

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
      add(update, place(update.row, update.column));
      if (remote && each) shmem_quiet();
    }
    if (remote && !each) shmem_quiet();
  }

  void complete() override { shmem_quiet(); }
  void fence() override {
    complete();
    comm_.barrier();
  }

  void zero() override { write_panel(RmaPanels::Stored(panels_.elements(comm_.rank()))); }
  void set_panel(const Matrix& own) override {
    assert(element() == Element::real);
    write_panel(panels_.stored(own.data(), comm_.rank()));
  }
  void read_panel(void* to) override {
    RmaPanels::Stored panel(panels_.elements(comm_.rank()));
    if (!panel.empty()) shmem_getmem(panel.data(), words_.at(0), panel.size() * sizeof(long), comm_.rank());
    panels_.to_panel(panel, to, comm_.rank());
  }

 protected:
  // Adds one block, each element atomically. On return the buffer may be reused, and shmem_quiet() completes it.
  virtual void add(const BlockUpdate& update, const BlockPlace& at) = 0;

  const Communicator& comm() const { return comm_; }
  const SymmetricWords& words() const { return words_; }

 private:
  BlockPlace place(int row, int column) const {
    const int owner = ownership().owner(row, column);
    const Ownership::Panel panel = ownership().panel(owner);
    const auto width = static_cast<std::size_t>(panel.last_column_block - panel.first_column_block);
    return {.owner = owner,
            .first = panels_.position(row, column, owner).first,
            .elements = static_cast<std::size_t>(layout().elements(row, column)),
            .number = static_cast<std::size_t>(row - panel.first_row_block) * width +
                      static_cast<std::size_t>(column - panel.first_column_block)};
  }

  void write_panel(const RmaPanels::Stored& panel) {
    fence();
    if (!panel.empty()) shmem_putmem(words_.at(0), panel.data(), panel.size() * sizeof(long), comm_.rank());
    shmem_quiet();
    comm_.barrier();
  }

  MatrixOptions options_;
  const Communicator& comm_;
  RmaPanels panels_;
  SymmetricWords words_;
};

// A lock for each block, at its owner: 0 if it is free. shmem_set_lock (section 9.12.1) would need a lock for each
// block on every rank. Without rivals an accumulate is a compare-and-swap, a get, a put with a shmem_quiet, and a set.
class LockedShmemMatrix final : public ShmemMatrix {
 public:
  LockedShmemMatrix(const MatrixContext& context, const BlockLayout& layout, std::string_view label)
      : ShmemMatrix(context, layout, label),
        locks_(context.runtime, blocks_of(ownership(), comm().rank()), "the locks of matrix " + std::string(label)) {}

 private:
  void add(const BlockUpdate& update, const BlockPlace& at) override {
    sum_.resize(std::max(sum_.size(), at.elements));
    long* const lock = locks_.at(at.number);
    while (shmem_long_atomic_compare_swap(lock, 0, 1, at.owner) != 0) std::this_thread::yield();
    shmem_getmem(sum_.data(), words().at(at.first), at.bytes(), at.owner);
    if (element() == Element::real) add_as<double>(update.buffer, at.elements);
    else add_as<std::int64_t>(update.buffer, at.elements);
    shmem_putmem(words().at(at.first), sum_.data(), at.bytes(), at.owner);
    shmem_quiet();  // the sum is in place before the lock is free (section 9.11.2)
    shmem_long_atomic_set(lock, 0, at.owner);
  }

  template <class T>
  void add_as(const void* buffer, std::size_t elements) {
    const T* const more = static_cast<const T*>(buffer);
    for (std::size_t i = 0; i < elements; ++i)
      sum_[i] = std::bit_cast<long>(static_cast<T>(std::bit_cast<T>(sum_[i]) + more[i]));
  }

  SymmetricWords locks_;
  std::vector<long> sum_;  // of one block; kept to avoid allocations
};

// Without rivals an accumulate is one atomic per element, and a get before them if the elements are reals.
class WordwiseShmemMatrix final : public ShmemMatrix {
 public:
  using ShmemMatrix::ShmemMatrix;

 private:
  void add(const BlockUpdate& update, const BlockPlace& at) override {
    long* const words = this->words().at(at.first);
    if (element() == Element::integer) {
      const auto* const more = static_cast<const std::int64_t*>(update.buffer);
      for (std::size_t i = 0; i < at.elements; ++i) shmem_long_atomic_add(words + i, more[i], at.owner);
      return;
    }
    const auto* const more = static_cast<const double*>(update.buffer);
    // A get is not atomic, so what it finds is only a guess: the compare-and-swap fails if it is wrong.
    guesses_.resize(std::max(guesses_.size(), at.elements));
    shmem_getmem(guesses_.data(), words, at.bytes(), at.owner);
    for (std::size_t i = 0; i < at.elements; ++i) add_real(words + i, guesses_[i], more[i], at.owner);
  }

  static void add_real(long* word, long guess, double more, int owner) {
    for (;;) {
      const long found =
          shmem_long_atomic_compare_swap(word, guess, std::bit_cast<long>(std::bit_cast<double>(guess) + more), owner);
      if (found == guess) return;
      guess = found;
    }
  }

  std::vector<long> guesses_;
};

}  // namespace

std::unique_ptr<DistributedMatrix> make_shmem_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                     std::string_view label) {
  return std::make_unique<LockedShmemMatrix>(context, layout, label);
}

std::unique_ptr<DistributedMatrix> make_wordwise_shmem_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                              std::string_view label) {
  return std::make_unique<WordwiseShmemMatrix>(context, layout, label);
}

}  // namespace fockproxy
