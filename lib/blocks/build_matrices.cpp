#include "blocks/build_matrices.hpp"

#include <utility>

#include "blocks/redistribution.hpp"
#include "matrices/thread_matrix.hpp"
#include "support/clock.hpp"

namespace fockproxy {

namespace {

std::unique_ptr<DistributedMatrix> for_threads(std::unique_ptr<DistributedMatrix> matrix, ThreadCalls* calls) {
  if (calls == nullptr) return matrix;
  return std::make_unique<ThreadMatrix>(std::move(matrix), *calls);
}

// Converts a rank's panel of integers to hartree. `layout` is the layout of the panel in hartree.
Matrix in_hartree(const FockGrid& grid, const BlockLayout& layout, const Ownership& ownership, int rank,
                  const IntegerMatrix& integers) {
  const Ownership::Area area = ownership.area(layout, rank);
  Matrix panel(area.rows, area.columns);
  ownership.for_blocks(layout, rank, [&](int, int j, int row, int column) {
    const int columns = layout.columns(j), first = grid.words() * column;
    if (row > 0) return;  // a whole block column at once
    for (int r = 0; r < area.rows; ++r)
      for (int c = 0; c < columns; ++c)
        panel(r, column + c) =
            grid.hartree(integers(r, first + c), grid.words() == 1 ? 0 : integers(r, first + columns + c));
  });
  return panel;
}

}  // namespace

BuildMatrices::BuildMatrices(const BlockContext& context, BuildStorage storage, const BlockOptions& options,
                             std::uint64_t seed)
    : runtime_(context.runtime),
      matrices_(std::move(storage.matrices)),
      make_fock_(std::move(storage.make_fock)),
      layout_(matrices_.density->layout()),
      options_(options),
      trace_(context.trace),
      memories_(context.memories),
      seed_(seed),
      checksums_(layout_, seed),
      held_(layout_, context.calls) {
  memories_.resize(static_cast<std::size_t>(context.threads), &host_memory());
  if (context.threads == 1) return;
  // A replicated matrix makes no MPI calls, but only one thread may use it at a time.
  if (options_.replicated()) local_calls_ = Choice<ThreadCallsEntry>("serialized")->make();
  guard_ = options_.replicated() ? local_calls_.get() : &context.calls;
  matrices_.density = for_threads(std::move(matrices_.density), guard_);
  matrices_.fock = for_threads(std::move(matrices_.fock), guard_);
}

void BuildMatrices::take_fock(int words) {
  if (words == fock_words_) return;
  if (other_fock_ == nullptr) other_fock_ = for_threads(make_fock_(words), guard_);
  std::swap(matrices_.fock, other_fock_);
  fock_words_ = words;
}

void BuildMatrices::take(const SpinDense& density) {
  const double start = now();
  grid_ = density.front().grid();
  density_ = panel_of(layout_, ownership(), density);
  setup_seconds_ = now() - start;
}

void BuildMatrices::take_panel(Matrix density) {
  density_ = std::move(density);
  setup_seconds_ = 0;
}

void BuildMatrices::begin(const QuartetScreen& screen, const std::optional<FockGrid>& grid,
                          std::span<RankRecord* const> records) {
  const double start = now();
  const Communicator& world = runtime_.world();
  caches_.clear();
  transfers_.clear();
  exact_.reset();
  if (grid) {
    take_fock(grid->words());
    exact_.emplace(*grid, layout_, seed_);
  }
  record_ = records.front();
  if (options_.replicated()) world.barrier();
  const double before = now();
  matrices_.density->set_panel(density_);
  if (options_.replicated()) record_->broadcast = now() - before;
  matrices_.fock->zero();
  TransferOptions options{options_.matrices.issue, !options_.replicated(), trace_, exact()};
  expected_.emplace(world, checksums_, ownership(), density_);
  for (RankRecord* record : records) {
    options.memory = memories_.at(transfers_.size());
    const bool shared = records.size() > 1 && options.memory->on_host();
    transfers_.push_back(std::make_unique<BlockTransfers>(runtime_, matrices_, *expected_, options, *record));
    caches_.push_back(
        options_.cache->make({*transfers_.back(), screen, shared ? &held_ : nullptr, options_.most_in_flight()}));
  }
  setup_seconds_ += now() - start - record_->broadcast;
}

ContributionSums BuildMatrices::sums() const {
  ContributionSums sums = transfers_.front()->sums();
  for (std::size_t t = 1; t < transfers_.size(); ++t) sums += transfers_[t]->sums();
  return sums;
}

ExactSums BuildMatrices::exact_sums() const {
  ExactSums sums = transfers_.front()->exact_sums();
  for (std::size_t t = 1; t < transfers_.size(); ++t) sums += transfers_[t]->exact_sums();
  return sums;
}

FetchErrors BuildMatrices::fetch_errors() const {
  FetchErrors errors;
  for (const auto& transfers : transfers_) errors += transfers->fetch_errors();
  return errors;
}

void BuildMatrices::assemble() {
  const double start = now();
  const int rank = runtime_.world().rank();
  if (exact_) integers_ = matrices_.fock->integer_panel(rank);
  else assembled_ = matrices_.fock->panel(rank);
  if (options_.replicated()) record_->reduce = now() - start;
  if (exact_) assembled_ = in_hartree(exact_->grid, layout_, matrices_.fock->ownership(), rank, integers_);
  collect_seconds_ = now() - start - record_->reduce;
}

SpinDense BuildMatrices::collect() {
  assemble();
  const double start = now();
  SpinDense g = symmetric_from_panels(layout_, ownership(), assembled_, grid_);
  collect_seconds_ += now() - start;
  return g;
}

}  // namespace fockproxy
