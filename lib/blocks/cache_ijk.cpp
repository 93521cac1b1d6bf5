// --cache ijk (the default): the communication of NWChem's builder. L runs fastest over the tasks, so IJ, IK and JK
// stay the same from task to task and are held. KL, IL and JL are fetched and accumulated in every task, even if two of
// them coincide or equal a held block. So each task has six communications. The threads of a rank share the blocks that
// they hold, unless these are in memory of a device.
#include <algorithm>
#include <array>
#include <utility>

#include "blocks/block_cache.hpp"

namespace fockproxy {

namespace {

constexpr std::array<BlockRole, 3> streaming_roles = {kl, il, jl}, held_roles = {ij, ik, jk};

class CacheIjk final : public BlockCache {
 public:
  explicit CacheIjk(const CacheContext& context);
  TaskBlocks fetch(const Task& task, int place) override;
  void prefetch(const Task& next) override;  // reads KL, IL and JL
  void accumulate(const Task& task, std::int64_t quartets, int place) override;
  void flush() override;

 private:
  struct Held {
    int row = -1, column = -1;  // -1: holds nothing
    BlockBuffers buffers;
    const double* density = nullptr;  // in `buffers`, or shared by the threads
  };
  using HeldOfK = std::array<Held, 2>;             // IK, JK
  void hold(Held& held, std::array<int, 2> pair);  // unless it already holds that block
  void release(Held& held);
  HeldOfK& held_for(const Task& task, int place);
  // For exact sums: they take what one task contributed to its held blocks when the task is done.
  double* contribution(int place, std::size_t held, std::int64_t elements);
  void add_contributions(int place);
  std::span<BlockBuffers> streaming(int place) {
    return std::span(streaming_).subspan(place * streaming_roles.size(), streaming_roles.size());
  }

  BlockTransfers& transfers_;
  HeldBlocks* shared_;
  Held ij_;
  std::vector<HeldOfK> of_k_;                            // one for each K of the tasks in flight
  std::size_t used_ = 1;                                 // number of elements of of_k_ in use
  std::vector<std::size_t> k_of_;                        // by place: index in of_k_
  std::vector<std::vector<double>> held_contributions_;  // by place: to IJ, IK, JK; empty for sums of doubles
  std::vector<BlockBuffers> streaming_;                  // by place: KL, IL, JL
  std::vector<PlacedBlock> ahead_;                       // D of the next task; empty until the first prefetch()
  std::array<BlockRead, 3> wanted_{};                    // held blocks that one task has to fetch
  std::size_t wanted_count_ = 0;
  bool prefetched_ = false;
};

CacheIjk::CacheIjk(const CacheContext& context)
    : transfers_(context.transfers),
      shared_(context.held),
      ij_{-1, -1, BlockBuffers(transfers_.layout(), transfers_.exact_words(), transfers_.memory())},
      of_k_(context.in_flight, {ij_, ij_}),
      k_of_(context.in_flight),
      held_contributions_(transfers_.exact_words() == 0 ? 0 : held_roles.size() * context.in_flight,
                          std::vector<double>(ij_.buffers.fock.size())),
      streaming_(streaming_roles.size() * context.in_flight,
                 BlockBuffers(transfers_.layout(), transfers_.exact_words(), transfers_.memory())) {}

// The held blocks for the task's K. Those of the last task are kept; those for another K go when no task is in flight.
CacheIjk::HeldOfK& CacheIjk::held_for(const Task& task, int place) {
  if (place == 0) {
    if (used_ == 1) return of_k_[0];
    for (std::size_t k = 0; k + 1 < used_; ++k) std::ranges::for_each(of_k_[k], [this](Held& held) { release(held); });
    std::swap(of_k_[0], of_k_[used_ - 1]);
    used_ = 1;
  } else if (const Held& last = of_k_[used_ - 1][0]; block_pairs(task)[ik] != std::array{last.row, last.column}) {
    ++used_;
  }
  return of_k_[used_ - 1];
}

TaskBlocks CacheIjk::fetch(const Task& task, int place) {
  TaskBlocks blocks;
  const auto pairs = block_pairs(task);
  const BlockLayout& layout = transfers_.layout();

  auto& [of_ik, of_jk] = held_for(task, place);
  k_of_[place] = used_ - 1;
  const std::array<Held*, 3> held = {&ij_, &of_ik, &of_jk};
  for (std::size_t h = 0; h < held.size(); ++h) {
    const BlockRole role = held_roles[h];
    const auto [row, column] = pairs[role];
    hold(*held[h], pairs[role]);
    blocks.density[role] = held[h]->density;
    blocks.fock[role] = held_contributions_.empty() ? held[h]->buffers.fock.data()
                                                    : contribution(place, h, layout.elements(row, column));
    ++transfers_.record().held_uses;
  }
  if (wanted_count_ > 0)
    transfers_.get(OperationKind::held_get, std::span(wanted_).first(std::exchange(wanted_count_, 0)));

  std::array<BlockRead, 3> reads;
  const std::span<BlockBuffers> streaming = this->streaming(place);
  for (std::size_t s = 0; s < streaming.size(); ++s) {
    const BlockRole role = streaming_roles[s];
    const auto [row, column] = pairs[role];
    streaming[s].fock.set_to_zero(static_cast<std::size_t>(layout.elements(row, column)));
    if (prefetched_) std::swap(streaming[s].density, ahead_[s]);
    reads[s] = {row, column, streaming[s].density.data()};
    blocks.density[role] = streaming[s].density.data();
    blocks.fock[role] = streaming[s].fock.data();
  }
  if (std::exchange(prefetched_, false)) transfers_.finish_get(OperationKind::get);
  else transfers_.get(OperationKind::get, reads);
  return blocks;
}

void CacheIjk::prefetch(const Task& next) {
  if (ahead_.empty())
    for (const BlockBuffers& buffers : streaming(0)) ahead_.emplace_back(transfers_.memory(), buffers.density.size());
  const auto pairs = block_pairs(next);
  std::array<BlockRead, 3> reads;
  for (std::size_t s = 0; s < ahead_.size(); ++s) {
    const auto [row, column] = pairs[streaming_roles[s]];
    reads[s] = {row, column, ahead_[s].data()};
  }
  transfers_.start_get(reads);
  prefetched_ = true;
}

void CacheIjk::accumulate(const Task& task, std::int64_t, int place) {
  if (!held_contributions_.empty()) add_contributions(place);
  std::array<Contribution, 3> contributions;
  const auto pairs = block_pairs(task);
  const std::span<BlockBuffers> streaming = this->streaming(place);
  for (std::size_t s = 0; s < streaming.size(); ++s) {
    const auto [row, column] = pairs[streaming_roles[s]];
    transfers_.take_contribution(row, column, streaming[s]);
    contributions[s] = {row, column, streaming[s].sum(), streaming[s].density.data()};
  }
  transfers_.accumulate(OperationKind::accumulate, contributions);
}

double* CacheIjk::contribution(int place, std::size_t held, std::int64_t elements) {
  std::vector<double>& own = held_contributions_[place * held_roles.size() + held];
  std::fill_n(own.begin(), elements, 0.0);
  return own.data();
}

void CacheIjk::add_contributions(int place) {
  auto& [of_ik, of_jk] = of_k_[k_of_[place]];
  const std::array<Held*, 3> held = {&ij_, &of_ik, &of_jk};
  for (std::size_t h = 0; h < held.size(); ++h)
    transfers_.add(held[h]->row, held[h]->column, held_contributions_[place * held_roles.size() + h].data(),
                   held[h]->buffers.integers.data());
}

void CacheIjk::hold(Held& held, std::array<int, 2> pair) {
  const auto [row, column] = pair;
  if (held.row == row && held.column == column) return;
  release(held);
  held.row = row;
  held.column = column;
  held.buffers.clear_sum(transfers_.layout().elements(row, column));
  ++transfers_.record().held_runs;
  if (shared_ != nullptr) {
    held.density = shared_->hold(row, column, transfers_);
    return;
  }
  held.density = held.buffers.density.data();
  wanted_[wanted_count_++] = {row, column, held.buffers.density.data()};
}

void CacheIjk::release(Held& held) {
  if (held.row < 0) return;
  if (shared_ != nullptr) {
    shared_->let_go(held.row, held.column, held.buffers, transfers_);
  } else {
    const Contribution contribution{held.row, held.column, held.buffers.sum(), held.density};
    transfers_.accumulate(OperationKind::held_accumulate, std::span(&contribution, 1));
  }
  held.row = held.column = -1;
}

void CacheIjk::flush() {
  release(ij_);
  for (HeldOfK& of : of_k_) std::ranges::for_each(of, [this](Held& held) { release(held); });
}

}  // namespace

std::unique_ptr<BlockCache> make_cache_ijk(const CacheContext& context) { return std::make_unique<CacheIjk>(context); }

}  // namespace fockproxy
