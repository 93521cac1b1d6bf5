// Negative controls: a matrix with one fault, which the checks must detect on every run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "matrices/forwarding_matrix.hpp"

namespace fockproxy::contracts {

enum class MatrixFault {
  lose,           // one update is not done
  repeat,         // one update is done twice
  misplace,       // one update goes to another block of the same shape or, if there is none, one element too far
  misread,        // one fetched block has a wrong element
  misread_split,  // the same, but only in gets made in two halves
  late_split,     // one block of a get in two halves has not arrived when the second half returns
  late,           // updates are done in fence(), whatever complete() promises
  stale,          // set_panel() has no effect: the old values stay
  uncleared       // zero() has no effect: the old sums stay
};

// Forwards all calls to a real matrix, with one fault per rank. The fault is in the k-th (from 0) update or read that
// can show it (an update of zeros cannot be lost). For stale and uncleared it is in all calls from the k-th set_panel()
// or zero() on. For late it is always.
class FaultyMatrix : public ForwardingMatrix {
 public:
  FaultyMatrix(std::unique_ptr<DistributedMatrix> matrix, MatrixFault fault, int k)
      : ForwardingMatrix(std::move(matrix)), fault_(fault), remaining_(k) {}

  void get(std::span<const BlockRead> reads) override {
    ForwardingMatrix::get(reads);
    if (fault_ == MatrixFault::misread) misread(reads);
  }

  void start_get(std::span<const BlockRead> reads) override {
    started_.clear();
    for (const BlockRead& read : reads)
      if (fault_ != MatrixFault::late_split || remaining_-- != 0) started_.push_back(read);
    ForwardingMatrix::start_get(started_);
  }
  void finish_get() override {
    ForwardingMatrix::finish_get();
    if (fault_ == MatrixFault::misread || fault_ == MatrixFault::misread_split) misread(started_);
  }

  void set_panel(const Matrix& own) override {
    if (fault_ != MatrixFault::stale || remaining_-- > 0) ForwardingMatrix::set_panel(own);
  }
  void zero() override {
    late_.clear();
    if (fault_ != MatrixFault::uncleared || remaining_-- > 0) ForwardingMatrix::zero();
  }
  void fence() override {
    for (const auto& [row, column, words] : late_) {
      const BlockUpdate update{row, column, words.data()};
      ForwardingMatrix::accumulate(std::span(&update, 1));
    }
    late_.clear();
    ForwardingMatrix::fence();
  }

  void accumulate(std::span<const BlockUpdate> updates) override {
    for (const BlockUpdate& update : updates) {
      if (fault_ == MatrixFault::late) late_.push_back({update.row, update.column, words_of(update)});
      else if (!is_victim(update)) ForwardingMatrix::accumulate(std::span(&update, 1));
      else accumulate_wrongly(update);
    }
  }

 private:
  void misread(std::span<const BlockRead> reads) {
    for (const BlockRead& read : reads)
      if (remaining_-- == 0) read.buffer[0] += 1.0;
  }

  bool is_victim(const BlockUpdate& update) {
    if (fault_ != MatrixFault::lose && fault_ != MatrixFault::repeat && fault_ != MatrixFault::misplace) return false;
    const std::vector<std::uint64_t> words = words_of(update);
    const int sign = element() == Element::real ? 1 : 0;  // ignores the sign of -0.0
    return std::ranges::any_of(words, [sign](std::uint64_t word) { return word << sign != 0; }) && remaining_-- == 0;
  }

  void accumulate_wrongly(const BlockUpdate& update) {
    if (fault_ == MatrixFault::repeat) {
      ForwardingMatrix::accumulate(std::span(&update, 1));
      ForwardingMatrix::accumulate(std::span(&update, 1));
    } else if (fault_ == MatrixFault::misplace) {
      BlockUpdate elsewhere = update;
      std::vector<std::uint64_t> moved = words_of(update);
      if (const auto other = same_shape(update.row, update.column)) std::tie(elsewhere.row, elsewhere.column) = *other;
      else std::rotate(moved.begin(), moved.end() - 1, moved.end());
      elsewhere.buffer = moved.data();
      ForwardingMatrix::accumulate(std::span(&elsewhere, 1));
    }
  }

  // Its elements, of either type.
  std::vector<std::uint64_t> words_of(const BlockUpdate& update) const {
    std::vector<std::uint64_t> words(static_cast<std::size_t>(layout().elements(update.row, update.column)));
    std::memcpy(words.data(), update.buffer, words.size() * sizeof(std::uint64_t));
    return words;
  }

  // Another block of the same shape, but never the transposed one, because a symmetrised sum would not show that.
  std::optional<std::pair<int, int>> same_shape(int row, int column) const {
    for (int step = 1; step < layout().blocks() * layout().blocks(); ++step) {
      const int at = (row * layout().blocks() + column + step) % (layout().blocks() * layout().blocks());
      const int r = at / layout().blocks();
      const int c = at % layout().blocks();
      if (layout().rows(r) != layout().rows(row) || layout().columns(c) != layout().columns(column)) continue;
      if (r != column || c != row) return std::pair(r, c);
    }
    return std::nullopt;
  }

  struct LateUpdate {
    int row, column;
    std::vector<std::uint64_t> words;
  };

  MatrixFault fault_;
  int remaining_;
  std::vector<LateUpdate> late_;
  std::vector<BlockRead> started_;  // by start_get()
};

}  // namespace fockproxy::contracts
