// The options of the integrals, and the digestor that they choose: the same code on every rank.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "digestion/engine.hpp"
#include "eri/kernel/task_view.hpp"
#include "eri/simd_path.hpp"
#include "parallel/communicator.hpp"
#include "support/choice.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

struct PrecisionEntry {
  std::string_view name;
  std::string_view summary;
  bool single;  // is used where tasks/quartet_screen.hpp allows it; own kernels only
};
std::span<const PrecisionEntry> precision_table();
const PrecisionEntry& look_up(Type<PrecisionEntry>, std::string_view name);  // throws UsageError likewise

struct IntegralOptions {
  double threshold = 1e-10;  // of the screening, hartree
  Choice<EngineEntry> source = "own";
  Choice<DeviceWaitEntry> device_wait = "spin";  // of engines that are devices
  const eri::SimdPath* simd = nullptr;           // of eri::simd_paths(); nullptr: the fastest that all ranks have
  Choice<PrecisionEntry> precision = "mixed";    // of own integrals
  double task_sleep = 0;  // seconds that every task sleeps beside its work: see sleeping_digestor.hpp

  // What QuartetScreen takes beside a threshold.
  double single_below(double of_threshold) const {
    return source->own_kernels && precision->single ? single_precision_limit(of_threshold) : 0;
  }
};

// Where the integrals come from: our own kernels of one instruction set (lib/eri), or Libint where there are none.
struct IntegralSource {
  const eri::KernelSet* kernels = nullptr;
};

struct IntegralChoice {
  IntegralSource source;
  std::string simd;  // the path in use; empty for Libint
};

// Collective. Throws UsageError on all ranks for a path that a rank's processor lacks.
IntegralChoice choose_integrals(const Communicator& world, const IntegralOptions& options);

// Everything referred to must outlive it. Throws UsageError for angular momentum beyond the source's.
std::unique_ptr<Digestor> make_digestor(const IntegralSource& source, const FockSystem& system, Watchdog& watchdog);

}  // namespace fockproxy
