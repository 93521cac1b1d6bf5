// Some shell blocks of the exact G: for molecules whose whole G Libint would need days for.
#pragma once

#include <cstdint>
#include <vector>

#include "chem/basis_set.hpp"
#include "parallel/communicator.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

struct ShellBlock {
  int a, b;  // shells, a >= b
};

// `count` different blocks, half of them drawn from all, half from the eighth with the largest Schwarz bounds: errors
// grow with Q_ab. All of them where there are no more.
// Collective; the same on every rank.
std::vector<ShellBlock> drawn_blocks(const Communicator& comm, const BasisSet& basis, int count, std::uint64_t seed);

// G of the blocks, zero elsewhere, as exact_two_electron() (verification/exact_build.hpp) would have it: Libint alone,
// quartets whose updates stay below 1e-17 hartree by its own Schwarz bounds left out. Blocks are dealt out to the
// ranks. Collective; the same on every rank.
SpinMatrices exact_two_electron(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density,
                                const std::vector<ShellBlock>& blocks);

}  // namespace fockproxy
