#include "fock/panel_factors.hpp"

namespace fockproxy {

namespace {

// f(a, b, first row, first columns by spin) for the shells of the blocks of a panel; where they begin in it.
template <class F>
void for_shells(const FockSystem& system, const Ownership& ownership, int rank, F f) {
  const BlockLayout layout = system.layout();
  const BlockPartition& partition = system.partition;
  const Ownership::Panel blocks = ownership.panel(rank);
  const Ownership::Area area = ownership.area(layout, rank);
  for (int i = blocks.first_row_block; i < blocks.last_row_block; ++i)
    for (int j = blocks.first_column_block; j < blocks.last_column_block; ++j)
      for (int a = partition.first_shell(i); a < partition.last_shell(i); ++a)
        for (int b = partition.first_shell(j); b < partition.last_shell(j); ++b)
          f(a, b, system.basis().shell(a).first_function - area.first_row,
            layout.first_column(j) + partition.offset_in_block(b) - area.first_column, layout.rows(j));
}

}  // namespace

DensityFactors panel_factors(const Communicator& comm, const FockSystem& system, const Ownership& ownership,
                             const Matrix& panel) {
  const int n = system.basis().shells();
  DensityFactors factors{Matrix::Zero(n, n), Matrix::Zero(n, n)};
  for_shells(system, ownership, comm.rank(), [&](int a, int b, int row, int column, int spin_columns) {
    const int rows = system.basis().shell(a).functions(), columns = system.basis().shell(b).functions();
    const auto spin = [&](int s) { return panel.block(row, column + s * spin_columns, rows, columns); };
    factors.exchange(a, b) = spin(0).cwiseAbs().maxCoeff();
    factors.coulomb(a, b) = factors.exchange(a, b);
    if (system.spins == 1) return;
    factors.exchange(a, b) = std::max(factors.exchange(a, b), spin(1).cwiseAbs().maxCoeff());
    factors.coulomb(a, b) = 0.5 * (spin(0) + spin(1)).cwiseAbs().maxCoeff();
  });
  // Every pair of shells is in one rank's panel.
  for (Matrix* m : {&factors.coulomb, &factors.exchange})
    comm.reduce_all(std::span(m->data(), static_cast<std::size_t>(m->size())), MPI_SUM);
  return factors;
}

}  // namespace fockproxy
