// A screen that owns its tables, for tests and studies of small systems in one process.
#pragma once

#include "chem/contraction_groups.hpp"
#include "tasks/quartet_screen.hpp"
#include "tasks/shell_maxima.hpp"

namespace fockproxy {

// The tables of a whole density. schwarz: shells x shells, symmetric.
struct WholeTables {
  WholeTables(const BasisSet& basis, const Matrix& bounds, const ShellMaxima& density)
      : schwarz(largest_of_groups(basis, bounds)),
        coulomb(largest_of_groups(basis, 4.0 * density.coulomb)),
        exchange(largest_of_groups(basis, density.exchange)) {}
  ShellTables views() const { return {view_of(schwarz), view_of(coulomb), view_of(exchange)}; }

  Matrix schwarz, coulomb, exchange;
};

class WholeScreen : private WholeTables, public QuartetScreen {
 public:
  WholeScreen(const BasisSet& basis, const BlockPartition& partition, const Matrix& schwarz, const ShellMaxima& density,
              double threshold, double single_below = 0)
      : WholeTables(basis, schwarz, density), QuartetScreen(partition, WholeTables::views(), threshold, single_below) {}
  WholeScreen(const WholeScreen&) = delete;
  WholeScreen& operator=(const WholeScreen&) = delete;

  using QuartetScreen::coulomb;
  using QuartetScreen::exchange;
  using QuartetScreen::schwarz;
};

}  // namespace fockproxy
