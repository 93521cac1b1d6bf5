// A density by shells, for screening: made of the panels that tasks read, with one copy for a node.
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

  // Collective; bitwise the same on every rank. panel: this rank's of the density, symmetric to the last bit, both
  // spins of a block side by side. What screens with these tables must be done with those before.
  void fill(const FockSystem& system, const Ownership& ownership, const Matrix& panel);
  // Local. With the system's bounds.
  ShellTables with(const MatrixView& schwarz) const { return {schwarz, coulomb_.view(), exchange_.view()}; }

 private:
  const Communicator& world_;
  NodeMatrix coulomb_, exchange_;
};

// Collective. Every element of the density against what `screen` takes for the largest of its shells: one that is
// larger fails. Element by element, and not as the tables were made.
Check check_density_tables(const Communicator& world, const FockSystem& system, const Ownership& ownership,
                           const Matrix& panel, const QuartetScreen& screen);

}  // namespace fockproxy
