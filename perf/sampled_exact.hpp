// Some shell blocks of the exact G, for molecules whose whole G would take days with Libint.
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

// `count` different blocks. Half are drawn from all blocks, half from the eighth with the largest Schwarz bounds,
// because errors grow with Q_ab. All blocks if there are at most `count`. Collective; the same on every rank.
std::vector<ShellBlock> drawn_blocks(const Communicator& comm, const BasisSet& basis, int count, std::uint64_t seed);

// G of the blocks, zero elsewhere, as from exact_two_electron() (verification/exact_build.hpp): only Libint, without
// the quartets whose updates are below 1e-17 hartree by its Schwarz bounds. The ranks share the blocks. Collective; the
// same on every rank.
SpinMatrices exact_two_electron(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density,
                                const std::vector<ShellBlock>& blocks);

}  // namespace fockproxy
