// What a check knows of a distributed density by shells: made of the panels that tasks read, and not by screening.
#pragma once

#include "fock/fock_system.hpp"
#include "parallel/communicator.hpp"
#include "tasks/shell_maxima.hpp"

namespace fockproxy {

// Collective; the same on every rank. panel: this rank's of the density, both spins of a block side by side.
ShellMaxima panel_maxima(const Communicator& comm, const FockSystem& system, const Ownership& ownership,
                             const Matrix& panel);

}  // namespace fockproxy
