// --integrals, --simd and --precision: which code computes the integrals, the same on every rank.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "eri/kernel/task_view.hpp"
#include "parallel/communicator.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// One line of the table of names.
struct IntegralEntry {
  std::string_view name;
  std::string_view summary;
  bool own_kernels;  // of one of eri::simd_paths(); else Libint's
};
std::span<const IntegralEntry> integral_table();
const IntegralEntry& look_up(Type<IntegralEntry>, std::string_view name);  // throws UsageError listing the known names

struct PrecisionEntry {
  std::string_view name;
  std::string_view summary;
  bool single;  // is used where tasks/mixed_precision.hpp allows it; own kernels only
};
std::span<const PrecisionEntry> precision_table();
const PrecisionEntry& look_up(Type<PrecisionEntry>, std::string_view name);  // throws UsageError likewise

// Where the integrals come from: our own kernels of one instruction set (lib/eri), or Libint where there are none.
struct IntegralSource {
  const eri::KernelSet* kernels = nullptr;
  bool class_rates = false;  // clocks around every class of quartets of a task; own kernels only
};

struct IntegralChoice {
  IntegralSource source;
  std::string simd;  // the path in use; empty for Libint
};

struct IntegralOptions;

// Collective. Throws UsageError on all ranks for a path that a rank's processor lacks, and for rates by class of
// Libint's.
IntegralChoice choose_integrals(const Communicator& world, const IntegralOptions& options);

}  // namespace fockproxy
