#include "fock/digestion.hpp"

#include "fock/kernel_digestor.hpp"
#include "fock/libint_digestor.hpp"

namespace fockproxy {

std::unique_ptr<Digestor> make_digestor(const IntegralSource& source, const ShellPairs& pairs, const Matrix& schwarz,
                                        const BlockPartition& partition, int spins, Watchdog& watchdog) {
  if (source.kernels)
    return std::make_unique<KernelDigestor>(source, pairs, schwarz, partition, spins, watchdog);
  return std::make_unique<LibintDigestor>(pairs, partition, spins, watchdog);
}

}  // namespace fockproxy
