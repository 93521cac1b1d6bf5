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

void halve_spin_sum(const double* density, int rows, int columns, double* to) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const double* row = density + 2 * r * columns;
      to[r * columns + c] = 0.5 * (row[c] + row[columns + c]);
    }
}

}  // namespace fockproxy
