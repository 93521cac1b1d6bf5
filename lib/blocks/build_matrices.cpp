#include "blocks/build_matrices.hpp"

#include <utility>

#include "blocks/redistribution.hpp"
#include "matrices/thread_matrix.hpp"
#include "support/clock.hpp"

namespace fockproxy {

namespace {

std::unique_ptr<DistributedMatrix> for_threads(std::unique_ptr<DistributedMatrix> matrix, ThreadCalls& calls) {
  return std::make_unique<ThreadMatrix>(std::move(matrix), calls);
}

}  // namespace

BuildMatrices::BuildMatrices(const BlockContext& context, FockMatrices matrices, const BlockOptions& options,
                             std::uint64_t seed)
    : runtime_(context.runtime),
      matrices_(std::move(matrices)),
      layout_(matrices_.density->layout()),
      options_(options),
      trace_(context.trace),
      checksums_(layout_, seed),
      held_(layout_, context.calls) {
  if (context.threads == 1) return;
  // A copy is no business of MPI's, yet has room for one thread at a time.
  if (options_.replicated()) local_calls_ = Choice<ThreadCallsEntry>("serialized")->make();
  ThreadCalls& guard = options_.replicated() ? *local_calls_ : context.calls;
  matrices_.density = for_threads(std::move(matrices_.density), guard);
  matrices_.fock = for_threads(std::move(matrices_.fock), guard);
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

void BuildMatrices::begin(const QuartetScreen& screen, std::span<RankRecord* const> records) {
  const double start = now();
  const Communicator& world = runtime_.world();
  caches_.clear();
  transfers_.clear();
  record_ = records.front();
  if (options_.replicated()) world.barrier();
  const double before = now();
  matrices_.density->set_panel(density_);
  if (options_.replicated()) record_->broadcast = now() - before;
  matrices_.fock->zero();
  const TransferOptions options{options_.matrices.issue, !options_.replicated(), trace_};
  expected_.emplace(world, checksums_, ownership(), density_);
  for (RankRecord* record : records) {
    transfers_.push_back(std::make_unique<BlockTransfers>(runtime_, matrices_, *expected_, options, *record));
    caches_.push_back(options_.cache->make(
        {*transfers_.back(), screen, records.size() > 1 ? &held_ : nullptr, options_.most_in_flight()}));
  }
  setup_seconds_ += now() - start - record_->broadcast;
}

ContributionSums BuildMatrices::sums() const {
  ContributionSums sums = transfers_.front()->sums();
  for (std::size_t t = 1; t < transfers_.size(); ++t) sums += transfers_[t]->sums();
  return sums;
}

FetchErrors BuildMatrices::fetch_errors() const {
  FetchErrors errors;
  for (const auto& transfers : transfers_) errors += transfers->fetch_errors();
  return errors;
}

void BuildMatrices::assemble() {
  const double start = now();
  assembled_ = matrices_.fock->panel();
  if (options_.replicated()) record_->reduce = now() - start;
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
