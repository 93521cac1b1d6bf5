// The options of the integrals, and the digestor for them. All ranks use the same code.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "digestion/engine.hpp"
#include "eri/kernel/task_view.hpp"
#include "eri/simd_path.hpp"
#include "parallel/runtime.hpp"
#include "support/choice.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

struct PrecisionEntry {
  std::string_view name;
  std::string_view summary;
  bool single;  // single precision is used where tasks/quartet_screen.hpp allows it; own kernels only
};
std::span<const PrecisionEntry> precision_table();
const PrecisionEntry& look_up(Type<PrecisionEntry>, std::string_view name);  // throws UsageError likewise

struct IntegralOptions {
  double threshold = 1e-10;  // of the screening, hartree
  Choice<EngineEntry> source = "own";
  Choice<DeviceWaitEntry> device_wait = "spin";  // for engines that are devices
  // Where a device keeps the blocks of its tasks. Not set: see effective_device_path().
  std::optional<Choice<DevicePathEntry>> device_path = {};
  int device_streams = 1;                      // engines that share each batch: SplitEngine; 1: no division
  const eri::SimdPath* simd = nullptr;         // one of eri::simd_paths(); nullptr: the fastest one that all ranks have
  Choice<PrecisionEntry> precision = "mixed";  // for own integrals
  double task_sleep = 0;  // seconds that every task sleeps in addition to its work: see sleeping_digestor.hpp

  // The path in use: `device_path`, or by default "host" for engines that compute in the blocks of the host, else
  // "staged".
  const DevicePathEntry& effective_device_path() const {
    return *device_path.value_or(source->own_memory ? "staged" : "host");
  }
  // The limit for single precision in QuartetScreen, for a screening threshold.
  double single_below(double of_threshold) const {
    return source->own_kernels && precision->single ? single_precision_limit(of_threshold) : 0;
  }
};

// The source of the integrals: the kernels of one instruction set (lib/eri), or Libint if `kernels` is null.
struct IntegralSource {
  const eri::KernelSet* kernels = nullptr;
};

struct IntegralChoice {
  IntegralSource source;
  std::string simd;  // the name of the instruction set in use; empty for Libint
};

// Throws UsageError, "--device-path ...: UNSUPPORTED: reason", if the engine does not support the path. Local.
void refuse_impossible_path(const IntegralOptions& options);

// Collective. Throws UsageError on all ranks if the processor of a rank lacks the instruction set, if the engine cannot
// work on a rank or does not support the path, or if MPI may not take the addresses of its blocks
// (says_it_takes_cuda_memory()).
IntegralChoice choose_integrals(const Runtime& runtime, const IntegralOptions& options);

// All arguments must outlive the digestor. Throws UsageError for angular momentum beyond that of the source.
std::unique_ptr<Digestor> make_digestor(const IntegralSource& source, const FockSystem& system, Watchdog& watchdog);

}  // namespace fockproxy
