#include "fock/exchange.hpp"

#include <utility>

#include "fock/redistribution.hpp"
#include "matrices/thread_matrix.hpp"
#include "support/clock.hpp"

namespace fockproxy {

namespace {

std::unique_ptr<DistributedMatrix> for_threads(std::unique_ptr<DistributedMatrix> matrix, ThreadCalls& calls) {
  return std::make_unique<ThreadMatrix>(std::move(matrix), calls);
}

}  // namespace

Exchange::Exchange(const Runtime& runtime, FockMatrices matrices, const FockConfig& config, ThreadCalls& calls)
    : runtime_(runtime),
      matrices_(std::move(matrices)),
      layout_(matrices_.density->layout()),
      options_(config.exchange),
      replicated_(config.replicated()),
      trace_(config.record.trace),
      checksums_(layout_, config.seed),
      held_(layout_, calls) {
  if (config.threads.count == 1) return;
  // A copy is no business of MPI's, yet has room for one thread at a time.
  if (replicated_) local_calls_ = Choice<ThreadCallsEntry>("serialized")->make();
  ThreadCalls& guard = replicated_ ? *local_calls_ : calls;
  matrices_.density = for_threads(std::move(matrices_.density), guard);
  matrices_.fock = for_threads(std::move(matrices_.fock), guard);
}

void Exchange::take(const SpinDense& density) {
  const double start = now();
  grid_ = density.front().grid();
  density_ = panel_of(layout_, ownership(), density);
  setup_seconds_ = now() - start;
}

void Exchange::begin(const QuartetScreen& screen, std::span<LoopRecord> records) {
  const double start = now();
  const Communicator& world = runtime_.world();
  caches_.clear();
  transfers_.clear();
  record_ = &records.front().rank;
  if (replicated_) world.barrier();
  const double before = now();
  matrices_.density->set_panel(density_);
  if (replicated_) record_->broadcast = now() - before;
  matrices_.fock->zero();
  const TransferOptions options{options_.matrices.issue, !replicated_, trace_};
  expected_.emplace(world, checksums_, ownership(), density_);
  for (LoopRecord& record : records) {
    transfers_.push_back(std::make_unique<BlockTransfers>(runtime_, matrices_, *expected_, options, record.rank));
    caches_.push_back(options_.cache->make({*transfers_.back(), screen, records.size() > 1 ? &held_ : nullptr}));
  }
  setup_seconds_ += now() - start - record_->broadcast;
}

ContributionSums Exchange::sums() const {
  ContributionSums sums = transfers_.front()->sums();
  for (std::size_t t = 1; t < transfers_.size(); ++t) sums += transfers_[t]->sums();
  return sums;
}

FetchErrors Exchange::fetch_errors() const {
  FetchErrors errors;
  for (const auto& transfers : transfers_) errors += transfers->fetch_errors();
  return errors;
}

SpinDense Exchange::collect() {
  const double start = now();
  assembled_ = matrices_.fock->panel();
  if (replicated_) record_->reduce = now() - start;
  SpinDense g = symmetric_from_panels(layout_, ownership(), assembled_, grid_);
  collect_seconds_ = now() - start - record_->reduce;
  return g;
}

}  // namespace fockproxy
