// A task: one canonical quartet of blocks (I J|K L) with its shell quartets.
#pragma once

#include <array>

#include "tasks/block_partition.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// Canonical: j <= i, k <= i, l <= (k == i ? j : k).
struct Task {
  int i, j, k, l;
  bool operator==(const Task&) const = default;
  bool is_canonical() const { return 0 <= l && j <= i && k <= i && l <= (k == i ? j : k); }
};

// Calls f(a, b, c, d) once for each unique shell quartet of the task: a in I, b in J, c in K, d in L. Quartets are
// unique because b <= a if I == J, d <= c if K == L, and (c,d) is not after (a,b) if (I,J) == (K,L). Together, all
// tasks contain each unique shell quartet exactly once, at every grain. The plain loops define the contract, and
// tests/digestion compares the screened loop with them. If wants_row(a, b, c) is false, all quartets (a b|c d) are left
// out.
template <class F, class WantsRow>
void for_each_quartet(const BlockPartition& partition, const Task& task, F&& f, WantsRow&& wants_row) {
  const bool same_pair = task.i == task.k && task.j == task.l;
  for (int a = partition.first_shell(task.i); a < partition.last_shell(task.i); ++a)
    for (int b = partition.first_shell(task.j); b < partition.last_shell(task.j) && (task.i != task.j || b <= a); ++b)
      for (int c = partition.first_shell(task.k); c < partition.last_shell(task.k) && (!same_pair || c <= a); ++c) {
        if (!wants_row(a, b, c)) continue;
        for (int d = partition.first_shell(task.l); d < partition.last_shell(task.l); ++d) {
          if (task.k == task.l && d > c) break;
          if (same_pair && c == a && d > b) break;
          f(a, b, c, d);
        }
      }
}
template <class F>
void for_each_quartet(const BlockPartition& partition, const Task& task, F&& f) {
  for_each_quartet(partition, task, f, [](int, int, int) { return true; });
}

// The shells of (ab|cd).
struct ShellQuartet {
  int a, b, c, d;
};

// How many of the 8 permutations of (ab|cd) are distinct: the factor s of the six updates (docs: tasks and
// communications).
inline double degeneracy(const ShellQuartet& q) {
  return (q.a == q.b ? 1.0 : 2.0) * (q.c == q.d ? 1.0 : 2.0) * (q.a == q.c && q.b == q.d ? 1.0 : 2.0);
}

// The six block pairs of a task (I J|K L).
enum BlockRole { ij, kl, ik, jl, il, jk };
inline constexpr int block_roles = 6;

inline std::array<std::array<int, 2>, block_roles> block_pairs(const Task& t) {
  return {{{t.i, t.j}, {t.k, t.l}, {t.i, t.k}, {t.j, t.l}, {t.i, t.l}, {t.j, t.k}}};
}

// Local blocks of a task by role, each rows x (spins * columns), row-major, contiguous. The D blocks may share memory.
// The F blocks never share memory, even if their places in F coincide.
struct TaskBlocks {
  std::array<const double*, block_roles> density;
  std::array<double*, block_roles> fock;
};

}  // namespace fockproxy
