#include "fock/digestion.hpp"

#include "fock/kernel_digestor.hpp"
#include "fock/libint_digestor.hpp"

namespace fockproxy {

std::unique_ptr<Digestor> make_digestor(const IntegralSource& source, const FockSystem& system, Watchdog& watchdog) {
  if (source.kernels) return std::make_unique<KernelDigestor>(source, system, watchdog);
  return std::make_unique<LibintDigestor>(system, watchdog);
}

}  // namespace fockproxy
