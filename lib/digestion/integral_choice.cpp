#include "digestion/integral_choice.hpp"

#include <fmt/format.h>

#include "digestion/kernel_digestor.hpp"
#include "digestion/libint_digestor.hpp"
#include "parallel/agreement.hpp"
#include "parallel/mpi_introspection.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

constexpr PrecisionEntry precisions[] = {
    {"mixed", "single precision where its rounding is less than a tenth of what screening may drop", true},
    {"double", "double precision throughout", false},
};

}  // namespace

std::span<const PrecisionEntry> precision_table() { return precisions; }

const PrecisionEntry& look_up(Type<PrecisionEntry>, std::string_view name) {
  return entry_of(precision_table(), "precision", name);
}

void refuse_impossible_path(const IntegralOptions& options) {
  const DevicePathEntry& path = options.effective_device_path();
  if (!path.unsupported.empty())
    throw AgreedUsageError(fmt::format("--device-path {}: UNSUPPORTED: {}", path.name, path.unsupported));
  const auto refuse = [&](std::string_view why) {
    throw AgreedUsageError(
        fmt::format("--device-path {} with --integrals {}: UNSUPPORTED: {}", path.name, options.source.name(), why));
  };
  if (path.path != DevicePath::host && !options.source->staged) refuse("it has no device with memory of its own");
  if (path.path == DevicePath::host && options.source->own_memory)
    refuse("it does not compute in the memory of the host; --device-path staged");
}

IntegralChoice choose_integrals(const Runtime& runtime, const IntegralOptions& options) {
  const Communicator& world = runtime.world();
  const EngineEntry& source = *options.source;
  if (source.require) collectively(world, source.require);
  if (source.require_device) collectively(world, [&] { source.require_device(runtime); });
  refuse_impossible_path(options);
  if (source.own_memory && options.effective_device_path().path == DevicePath::direct &&
      world.min(says_it_takes_cuda_memory() ? 1 : 0) == 0)
    throw AgreedUsageError(
        "UNSUPPORTED: this MPI does not report support for device memory (MPIX_Query_cuda_support), and may crash. If "
        "the rows device-origin-get-... and device-origin-accumulate-... of check pass, set FOCKPROXY_CUDA_MPI=1");
  if (!options.source->own_kernels) return {};
  if (options.source->kernels) return {{options.source->kernels}, "portable"};
  int path = 0;
  collectively(world, [&] { path = eri::find_simd_path(options.simd ? options.simd->name : "auto"); });
  path = world.min(path);
  const eri::SimdPath& chosen = eri::simd_paths()[path];
  return {{chosen.kernels}, std::string(chosen.name)};
}

std::unique_ptr<Digestor> make_digestor(const IntegralSource& source, const FockSystem& system, Watchdog& watchdog) {
  if (source.kernels) return std::make_unique<KernelDigestor>(*source.kernels, system, watchdog);
  return std::make_unique<LibintDigestor>(system, watchdog);
}

}  // namespace fockproxy
