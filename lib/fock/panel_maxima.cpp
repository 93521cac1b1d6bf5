#include "fock/panel_maxima.hpp"

namespace fockproxy {

namespace {

// f(a, b, first row, first columns by spin) for the shells of the blocks of a panel; where they begin in it.
template <class F>
void for_shells(const FockSystem& system, const Ownership& ownership, int rank, F f) {
  const BlockLayout layout = system.layout();
  const BlockPartition& partition = system.partition;
  ownership.for_blocks(layout, rank, [&](int i, int j, int row, int column) {
    for (int a = partition.first_shell(i); a < partition.last_shell(i); ++a)
      for (int b = partition.first_shell(j); b < partition.last_shell(j); ++b)
        f(a, b, row + partition.offset_in_block(a), column + partition.offset_in_block(b), layout.rows(j));
  });
}

}  // namespace

ShellMaxima panel_maxima(const Communicator& comm, const FockSystem& system, const Ownership& ownership,
                             const Matrix& panel) {
  ShellMaxima maxima(system.basis().shells());
  for_shells(system, ownership, comm.rank(), [&](int a, int b, int row, int column, int spin_columns) {
    const int rows = system.basis().shell(a).functions(), columns = system.basis().shell(b).functions();
    const auto spin = [&](int s) { return panel.block(row, column + s * spin_columns, rows, columns); };
    maxima.exchange(a, b) = spin(0).cwiseAbs().maxCoeff();
    maxima.coulomb(a, b) = maxima.exchange(a, b);
    if (system.spins == 1) return;
    maxima.exchange(a, b) = std::max(maxima.exchange(a, b), spin(1).cwiseAbs().maxCoeff());
    maxima.coulomb(a, b) = 0.5 * (spin(0) + spin(1)).cwiseAbs().maxCoeff();
  });
  // Every pair of shells is in one rank's panel.
  for (Matrix* m : {&maxima.coulomb, &maxima.exchange})
    comm.reduce_all(std::span(m->data(), static_cast<std::size_t>(m->size())), MPI_SUM);
  return maxima;
}

}  // namespace fockproxy
