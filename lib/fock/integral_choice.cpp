#include "fock/integral_choice.hpp"

#include "eri/simd_path.hpp"
#include "parallel/agreement.hpp"
#include "support/error.hpp"

namespace fockproxy {

IntegralChoice choose_integrals(const Runtime& runtime, const FockConfig& config) {
  if (config.integrals == "libint") {
    if (config.class_rates) throw AgreedUsageError("--class-rates needs --integrals own");
    return {};
  }
  if (config.integrals != "own")
    throw AgreedUsageError("--integrals " + config.integrals + " is not known; it is one of own, libint");
  int path = 0;
  collectively(runtime.world(), [&] { path = eri::find_simd_path(config.simd); });
  path = runtime.world().min(path);
  const eri::SimdPath& chosen = eri::simd_paths()[path];
  return {{chosen.kernels, config.class_rates}, std::string(chosen.name)};
}

}  // namespace fockproxy
