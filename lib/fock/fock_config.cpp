#include "fock/fock_config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fockproxy {

namespace {

void refuse_impossible_prefetch(const ExchangeOptions& exchange) {
  const auto refuse = [](const char* option, std::string_view name, std::string_view why) {
    if (!why.empty())
      throw AgreedUsageError(fmt::format("--prefetch-blocks with {} {}: UNSUPPORTED: {}", option, name, why));
  };
  if (!exchange.cache->replicated) refuse("--matrix", exchange.matrix->name, exchange.matrix->no_prefetch);
  refuse("--cache", exchange.cache->name, exchange.cache->no_prefetch);
  if (exchange.matrix->has_windows && exchange.matrices.epoch == Epoch::each)
    refuse("--epoch", "each", "a get that travels during a task needs an epoch that lasts as long");
  if (exchange.matrix->has_windows && exchange.matrices.storage == BlockStorage::rows)
    refuse("--layout", "rows", "whole rows have no place in the task's blocks");
}

}  // namespace

const ProgressEntry& FockConfig::effective_progress() const {
  return find_progress(progress_in_effect(counter, dealing.node_counter, progress.strategy->name));
}

DistributorOptions FockConfig::effective_dealing() const {
  DistributorOptions effective = dealing;
  effective.idle_ranks = std::max(dealing.idle_ranks, effective_progress().idle_ranks);
  effective.ghosts = effective_progress().ghosts;
  return effective;
}

RuntimeOptions runtime_needs(const FockConfig& config) {
  RuntimeOptions needs;
  if (config.dealing.chunk < 1) throw AgreedUsageError("--chunk must be at least 1");
  if (config.dealing.idle_ranks < 0) throw AgreedUsageError("--idle-ranks must be at least 0");
  refuse_impossible_dealing(config.counter, config.effective_dealing());
  if (const CounterEntry* counter = shared_counter(config.counter, config.dealing.node_counter)) {
    needs.global_arrays |= counter->needs_global_arrays;
    needs.thread_level = std::max(needs.thread_level, counter->thread_level);
  }
  if (!config.replicated())
    needs.global_arrays |= supported(*config.exchange.matrix, "matrix").needs_global_arrays;
  if (!config.replicated())
    config.effective_progress().require_windows(config.exchange.matrix->has_windows, config.exchange.matrices.window);
  config.effective_progress().require_windows(has_windows(config.counter), config.exchange.matrices.window);
  if (config.exchange.prefetch_blocks) refuse_impossible_prefetch(config.exchange);
  config.effective_progress().add_needs(needs);  // last: it may depend on the rest
  return needs;
}

}  // namespace fockproxy
