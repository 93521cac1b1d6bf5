#include "fock/spin_packing.hpp"

namespace fockproxy {

Matrix pack_spins(const BlockLayout& layout, const SpinMatrices& matrices) {
  Matrix packed(layout.functions(), layout.matrix_columns());
  for (int j = 0; j < layout.blocks(); ++j)
    for (int s = 0; s < layout.spins(); ++s)
      packed.middleCols(layout.first_column(j) + s * layout.rows(j), layout.rows(j)) =
          matrices[s].middleCols(layout.first_row(j), layout.rows(j));
  return packed;
}

SpinMatrices unpack_spins(const BlockLayout& layout, const Matrix& packed) {
  SpinMatrices matrices(layout.spins(), Matrix(layout.functions(), layout.functions()));
  for (int j = 0; j < layout.blocks(); ++j)
    for (int s = 0; s < layout.spins(); ++s)
      matrices[s].middleCols(layout.first_row(j), layout.rows(j)) =
          packed.middleCols(layout.first_column(j) + s * layout.rows(j), layout.rows(j));
  return matrices;
}

}  // namespace fockproxy
