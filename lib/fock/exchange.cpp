#include "fock/exchange.hpp"

#include <utility>

#include "fock/spin_packing.hpp"
#include "support/clock.hpp"

namespace fockproxy {

Exchange::Exchange(const Runtime& runtime, FockMatrices matrices, const FockConfig& config)
    : runtime_(runtime),
      matrices_(std::move(matrices)),
      layout_(matrices_.density->layout()),
      options_(config.exchange),
      replicated_(config.replicated()),
      trace_(config.record.trace),
      checksums_(layout_, config.seed) {}

void Exchange::begin(const SpinMatrices& density, const QuartetScreen& screen, RankRecord& record) {
  const double start = now();
  cache_.reset();
  transfers_.reset();
  record_ = &record;
  density_ = pack_spins(layout_, density);
  if (replicated_) {
    const Communicator& world = runtime_.world();
    world.barrier();
    const double before = now();
    world.broadcast(std::span(density_.data(), static_cast<std::size_t>(density_.size())));
    record.broadcast = now() - before;
  }
  matrices_.density->scatter(density_);
  matrices_.fock->zero();
  const TransferOptions options{options_.matrices.issue, !replicated_, trace_};
  transfers_.emplace(runtime_, matrices_, DensityChecksums(checksums_, density_), options, record);
  cache_ = options_.cache->make(*transfers_, screen);
  setup_seconds_ = now() - start - record.broadcast;
}

void Exchange::gather() {
  const double start = now();
  assembled_ = matrices_.fock->gather();
  if (replicated_) record_->reduce = now() - start;
}

SpinMatrices Exchange::fock() const {
  SpinMatrices g = unpack_spins(layout_, assembled_);
  for (Matrix& spin : g) spin = (0.5 * (spin + spin.transpose())).eval();
  return g;
}

}  // namespace fockproxy
