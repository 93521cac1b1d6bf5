// The six blocks of D that a task reads, and of F that it adds to.
#pragma once

#include <array>

#include "tasks/task.hpp"

namespace fockproxy {

// The six block pairs of a task (I J|K L).
enum BlockRole { ij, kl, ik, jl, il, jk };
inline constexpr int block_roles = 6;

inline std::array<std::array<int, 2>, block_roles> block_pairs(const Task& t) {
  return {{{t.i, t.j}, {t.k, t.l}, {t.i, t.k}, {t.j, t.l}, {t.i, t.l}, {t.j, t.k}}};
}

// Local blocks of a task by role, each rows x (spins * columns), row-major, contiguous. The D blocks may coincide; the
// F blocks never do, also where their places in F do.
struct TaskBlocks {
  std::array<const double*, block_roles> density;
  std::array<double*, block_roles> fock;
};

}  // namespace fockproxy
