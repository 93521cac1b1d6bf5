// The tables of a density by shells for screening. They are made from the panels that tasks read, with one copy per
// node.
#pragma once

#include "digestion/fock_system.hpp"
#include "parallel/node_array.hpp"
#include "tasks/quartet_screen.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

// Collective construction and destruction; the communicator must outlive it.
class DensityTables {
 public:
  DensityTables(const Communicator& world, int shells);

  // Collective; bitwise the same on every rank. panel: this rank's panel of the density, symmetric to the last bit,
  // with both spins of a block side by side. Screening with the previous tables must have ended.
  void fill(const FockSystem& system, const Ownership& ownership, const Matrix& panel);
  // Local. The tables with the Schwarz bounds of the system.
  ShellTables with(const MatrixView& schwarz) const { return {schwarz, coulomb_.view(), exchange_.view()}; }

 private:
  const Communicator& world_;
  NodeMatrix coulomb_, exchange_;
};

// Collective. Compares every element of the density with the value that `screen` uses as the largest of its shells, and
// fails if the element is larger. It works by elements, unlike the construction of the tables.
Check check_density_tables(const Communicator& world, const FockSystem& system, const Ownership& ownership,
                           const Matrix& panel, const QuartetScreen& screen);

}  // namespace fockproxy
