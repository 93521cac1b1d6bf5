#include "fock/fock_transport.hpp"

#include <algorithm>

#include "fock/block_cache.hpp"
#include "matrices/replicated_matrix.hpp"
#include "support/error.hpp"

namespace fockproxy {

std::string FockConfig::effective_progress() const {
  if (progress == "none" && counter != "static") return std::string(find_counter(counter).progress);
  return progress;
}

RuntimeOptions runtime_needs(const FockConfig& config) {
  RuntimeOptions needs;
  if (config.chunk < 1) throw UsageError("--chunk must be at least 1");
  needs.thread_level = find_progress(config.effective_progress()).thread_level;
  if (config.counter != "static") {
    const CounterEntry& counter = find_counter(config.counter);
    needs.global_arrays |= counter.needs_global_arrays;
    needs.thread_level = std::max(needs.thread_level, counter.thread_level);
  }
  if (!config.replicated()) {
    needs.global_arrays |= find_matrix(config.matrix).needs_global_arrays;
    find_cache(config.cache);
  }
  return needs;
}

FockTransport make_transport(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config) {
  FockTransport transport;
  const Communicator& world = runtime.world();
  const FixedSchedule schedule(config.chunk);
  if (config.counter == "static")
    transport.distributor = std::make_unique<StaticDistributor>(world.rank(), world.size(), schedule);
  else
    transport.distributor = std::make_unique<CounterDistributor>(
        find_counter(config.counter).make({runtime, config.matrix_options.window}), schedule);
  transport.progress = find_progress(config.effective_progress()).make(runtime);
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
