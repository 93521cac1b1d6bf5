#include "fock/fock_transport.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fock/block_cache.hpp"
#include "matrices/replicated_matrix.hpp"
#include "support/error.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy {

DistributorOptions FockConfig::dealing() const {
  return {.schedule = schedule,
          .chunk = chunk,
          .idle_ranks = effective_idle_ranks(),
          .prefetch = prefetch,
          .assignment = static_assignment,
          .node_counter = node_counter,
          .node_chunk = node_chunk,
          .ranks_per_node = ranks_per_node,
          .seed = seed};
}

std::string FockConfig::shared_counter() const { return fockproxy::shared_counter(counter, node_counter); }

std::string FockConfig::effective_progress() const { return progress_in_effect(counter, node_counter, progress); }

int FockConfig::effective_idle_ranks() const {
  return std::max(idle_ranks, find_progress(effective_progress()).idle_ranks);
}

RuntimeOptions runtime_needs(const FockConfig& config) {
  RuntimeOptions needs;
  if (config.chunk < 1) throw AgreedUsageError("--chunk must be at least 1");
  if (config.idle_ranks < 0) throw AgreedUsageError("--idle-ranks must be at least 0");
  find_order(config.order);
  refuse_impossible_dealing(config.counter, config.dealing());
  if (const std::string drawn_from = config.shared_counter(); !drawn_from.empty()) {
    const CounterEntry& counter = find_counter(drawn_from);
    needs.global_arrays |= counter.needs_global_arrays;
    needs.thread_level = std::max(needs.thread_level, counter.thread_level);
  }
  if (!config.replicated()) {
    const MatrixEntry& matrix = find_matrix(config.matrix);
    needs.global_arrays |= matrix.needs_global_arrays;
    const CacheEntry& cache = find_cache(config.cache);
    if (config.prefetch_blocks && !matrix.no_prefetch.empty())
      throw UsageError(
          fmt::format("--prefetch-blocks with --matrix {}: UNSUPPORTED: {}", config.matrix, matrix.no_prefetch));
    if (config.prefetch_blocks && !cache.no_prefetch.empty())
      throw AgreedUsageError(
          fmt::format("--prefetch-blocks with --cache {}: UNSUPPORTED: {}", config.cache, cache.no_prefetch));
  } else if (config.prefetch_blocks) {
    throw AgreedUsageError("--prefetch-blocks with --cache replicated: UNSUPPORTED: nothing is fetched");
  }
  find_progress(config.effective_progress()).add_needs(needs);  // last: it may depend on the rest
  return needs;
}

FockTransport make_transport(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config,
                             const std::function<void()>& heartbeat) {
  FockTransport transport;
  const Communicator& world = runtime.world();
  transport.distributor =
      make_distributor(config.counter, {runtime, config.matrix_options.window, config.dealing(), heartbeat});
  transport.progress = find_progress(config.effective_progress()).make({runtime, config.progress_options});
  if (config.replicated()) {
    transport.density = std::make_unique<ReplicatedMatrix>(world, layout);
    transport.fock = std::make_unique<ReplicatedMatrix>(world, layout);
  } else {
    const MatrixEntry& entry = find_matrix(config.matrix);
    const MatrixContext context{runtime, config.matrix_options};
    transport.density = entry.make(context, layout, "density");
    transport.fock = entry.make(context, layout, "fock");
  }
  return transport;
}

}  // namespace fockproxy
