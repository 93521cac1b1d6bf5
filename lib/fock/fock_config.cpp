#include "fock/fock_config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fockproxy {

namespace {

void refuse_impossible_prefetch(const BlockOptions& blocks) {
  const auto refuse = [](const char* option, std::string_view name, std::string_view why) {
    if (!why.empty())
      throw AgreedUsageError(fmt::format("--prefetch-blocks with {} {}: UNSUPPORTED: {}", option, name, why));
  };
  if (!blocks.cache->replicated) refuse("--matrix", blocks.matrix->name, blocks.matrix->no_prefetch);
  refuse("--cache", blocks.cache->name, blocks.cache->no_prefetch);
  if (blocks.matrix->has_windows && blocks.matrices.epoch == Epoch::each)
    refuse("--epoch", "each", "a get in flight during a task needs an epoch that stays open during the task");
  if (blocks.matrix->has_windows && blocks.matrices.storage == BlockStorage::rows)
    refuse("--layout", "rows", "whole rows do not fit the buffers of a task's blocks");
}

void refuse_impossible_streams(const FockConfig& config) {
  const IntegralOptions& integrals = config.integrals;
  const int streams = integrals.device_streams, tasks = config.effective_blocks().most_in_flight();
  const auto refuse = [streams](const std::string& with, std::string_view why) {
    throw AgreedUsageError(fmt::format("--device-streams {} with {}: UNSUPPORTED: {}", streams, with, why));
  };
  if (streams == 1) return;
  if (!integrals.source->device) refuse("--integrals " + integrals.source.name(), "it has no device");
  if (const DevicePathEntry& path = integrals.effective_device_path(); !copies_blocks(path.path))
    refuse(fmt::format("--device-path {}", path.name),
           "parts of a batch would add to one block of F together; --device-path staged");
  if (tasks < streams)
    refuse(fmt::format("{} task{} in flight", tasks, tasks == 1 ? "" : "s"),
           "each stream needs a task of the batch (--in-flight)");
}

}  // namespace

void refuse_impossible_direct(const FockConfig& config) {
  const BlockOptions& blocks = config.blocks;
  const auto refuse = [](const std::string& with, std::string_view why) {
    if (!why.empty()) throw AgreedUsageError(fmt::format("--device-path direct with {}: UNSUPPORTED: {}", with, why));
  };
  if (config.integrals.effective_device_path().path != DevicePath::direct) return;
  refuse("--cache " + blocks.cache.name(), blocks.cache->no_device);
  refuse("--matrix " + blocks.matrix.name(), blocks.matrix->no_device);
  if (blocks.matrices.storage == BlockStorage::rows)
    refuse("--layout rows", "whole rows go through a buffer of the host");
  if (blocks.node_reads) refuse("--node-reads", "the host copies the blocks of its node");
  if (blocks.sum->exact) refuse("--sum " + blocks.sum.name(), "the host makes integers of the contributions");
}

void refuse_impossible_engine(const FockConfig& config) {
  const IntegralOptions& integrals = config.integrals;
  refuse_impossible_path(integrals);
  const auto refuse = [&](std::string_view option, std::string_view why) {
    throw AgreedUsageError(
        fmt::format("{} with --integrals {}: UNSUPPORTED: {}", option, integrals.source.name(), why));
  };
  if (config.blocks.sum->exact && !integrals.source->digestors)
    refuse("--sum exact", "it adds the contributions of a task in any order");
  if (integrals.task_sleep > 0 && !integrals.source->digestors) refuse("--task-sleep", "its tasks do not sleep");
  if (integrals.simd != nullptr && integrals.source->kernels != nullptr)
    refuse(fmt::format("--simd {}", integrals.simd->name), "its kernels are for one lane");
  refuse_impossible_direct(config);
  refuse_impossible_streams(config);
}

BlockOptions FockConfig::effective_blocks() const {
  BlockOptions effective = blocks;
  if (blocks.in_flight == 0) effective.in_flight = integrals.source->in_flight;
  return effective;
}

const ProgressEntry& FockConfig::effective_progress() const {
  return find_progress(progress_in_effect(counter, dealing.node_counter, progress.strategy->name));
}

DistributorOptions FockConfig::effective_dealing() const {
  DistributorOptions effective = dealing;
  effective.idle_ranks = std::max(dealing.idle_ranks, effective_progress().idle_ranks);
  effective.ghosts = effective_progress().ghosts;
  return effective;
}

// Global Arrays, its runtimes and the backends on OpenSHMEM allow one thread at a time, and recorders of a rank's
// activity have room for one thread.
void refuse_impossible_threads(const FockConfig& config, const RuntimeOptions& needs) {
  const ThreadOptions& threads = config.threads;
  if (threads.count == 1) return;
  const auto refuse = [&](bool impossible, std::string_view with, std::string_view why) {
    if (impossible)
      throw AgreedUsageError(fmt::format("--threads {} with {}: UNSUPPORTED: {}", threads.count, with, why));
  };
  refuse(threads.calls->at_once && needs.global_arrays, "--thread-calls " + threads.calls.name(),
         "Global Arrays lets one thread in at a time (serialized, funneled)");
  refuse(threads.calls->at_once && needs.openshmem, "--thread-calls " + threads.calls.name(),
         "the backends on OpenSHMEM let one thread in at a time (serialized, funneled)");
  refuse(threads.calls->at_once && config.blocks.matrices.epoch == Epoch::each, "--epoch each",
         "a process has one epoch at a time to each target (MPI-4.0 section 12.5.3)");
  refuse(config.blocks.prefetch_blocks, "--prefetch-blocks", "the thread that starts a get must finish it");
  const IntegralOptions& integrals = config.integrals;
  refuse(integrals.source->device && integrals.device_wait->wait == DeviceWait::poll && !threads.calls->at_once,
         "--device-wait poll", "several threads that wait would be inside MPI together (--thread-calls multiple)");
}

RuntimeOptions runtime_needs(const FockConfig& config) {
  RuntimeOptions needs;
  if (config.dealing.chunk < 1) throw AgreedUsageError("--chunk must be at least 1");
  if (config.dealing.idle_ranks < 0) throw AgreedUsageError("--idle-ranks must be at least 0");
  refuse_impossible_dealing(config.counter, config.effective_dealing());
  if (const CounterEntry* counter = shared_counter(config.counter, config.dealing.node_counter)) {
    needs.global_arrays |= counter->needs_global_arrays;
    needs.openshmem |= counter->needs_openshmem;
    needs.thread_level = std::max(needs.thread_level, counter->thread_level);
  }
  if (!config.replicated()) {
    const MatrixEntry& matrix = supported(*config.blocks.matrix, "matrix");
    needs.global_arrays |= matrix.needs_global_arrays;
    needs.openshmem |= matrix.needs_openshmem;
    config.effective_progress().require_windows(matrix.has_windows, config.blocks.matrices.window.kind);
  }
  config.effective_progress().require_windows(has_windows(config.counter), config.blocks.matrices.window.kind);
  if (config.blocks.prefetch_blocks) refuse_impossible_prefetch(config.blocks);
  refuse_impossible_engine(config);
  refuse_impossible_threads(config, needs);
  if (config.integrals.source->device) needs.thread_level = std::max<int>(needs.thread_level, MPI_THREAD_FUNNELED);
  if (config.threads.count > 1) needs.thread_level = std::max(needs.thread_level, config.threads.calls->thread_level);
  config.effective_progress().add_needs(needs);  // last, because it may depend on the other needs
  return needs;
}

}  // namespace fockproxy
