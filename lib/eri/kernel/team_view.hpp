// The work of a team of threads: plain data, the same for a CPU and a GPU. Addresses are those of the memory of the
// processor that computes.
#pragma once

#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {

inline constexpr int team_size = 64;             // threads
inline constexpr int team_kets = 4 * team_size;  // ket pairs of an item, at most

// A ket pair, and its primitive pairs in the form for single precision: exponent, centre, rounding errors of the
// centre, entries. `single` is nullptr if the pair or its class does not fit single precision.
struct TeamKet {
  const PairView* pair;
  const float* single;
};

// One bra pair with consecutive ket pairs of one task: the work of one team.
struct TeamItem {
  const PairView* bra;
  int first, kets;  // of TeamWork::kets
  int task;         // of TeamWork::sides
};

// The items of consecutive bra pairs of a list with consecutive ket pairs of one task: each bra pair with the first
// team_kets ket pairs, then with the next.
struct TeamRun {
  const PairView* bras;
  int bra_count;
  int first, kets;          // of TeamWork::kets
  int task;                 // of TeamWork::sides
  std::int64_t first_item;  // the number of the first item, in TeamWork

  constexpr int parts() const { return (kets + team_kets - 1) / team_kets; }
  constexpr std::int64_t items() const { return std::int64_t{parts()} * bra_count; }
};

// The items of one class of bra pairs and one class of ket pairs. Both are classes without factors.
struct TeamWork {
  TaskScreen screen;
  const ClassView *bra, *ket;
  bool same_as_ket;  // BraList
  const TeamKet* kets;
  const TeamRun* runs;  // by first_item, at least one
  int run_count;
  std::int64_t count;      // of items
  const TaskSides* sides;  // by task
  TaskCounts* counts;      // by task; teams add to them
  const BoysTable* boys;   // by order
};

// A ket pair that screening keeps, with its factor: degeneracies times 2.
struct TeamSlot {
  double scale;
  int ket;  // of TeamWork::kets
};

// The memory of a team. The threads share all of it except `own`, in which each thread has an OwnLayout.
struct TeamMemory {
  TeamSlot* slots;    // 2 x team_kets: in double precision, in single precision
  int* used;          // 2: how many of them
  double* primitive;  // a primitive pair of the bra: 7 + entries numbers of either precision
  double* own;        // team_size x OwnLayout::numbers
};
constexpr std::size_t team_shared_bytes(const ClassView& bra) {
  const std::size_t primitive = 7 + static_cast<std::size_t>(bra.entries);
  return 2 * team_kets * sizeof(TeamSlot) + 2 * sizeof(double) + primitive * sizeof(double);
}

// The parts of the working memory of a thread, each given by its first element. The rows are those of the bra's
// functions with c, then with d, by spin, as in ExchangePart of row_digestion.hpp.
struct OwnLayout {
  std::ptrdiff_t half, integrals, density, fock, density_cd, fock_cd, sum_ab, numbers;

  constexpr OwnLayout(const ClassView& bra, const ClassView& ket, int spins)
      : half(0),
        integrals(std::ptrdiff_t{(bra.l + 1) * (bra.l + 2) * (bra.l + 3) / 6} * ket.functions),
        density(integrals + std::ptrdiff_t{bra.functions} * ket.functions),
        fock(density + rows(bra, ket, spins)),
        density_cd(fock + rows(bra, ket, spins)),
        fock_cd(density_cd + ket.functions),
        sum_ab(fock_cd + ket.functions),
        numbers(sum_ab + bra.functions) {}

 private:
  static constexpr std::ptrdiff_t rows(const ClassView& bra, const ClassView& ket, int spins) {
    return std::ptrdiff_t{spins} * (bra.functions_a + bra.functions_b) * (ket.functions_a + ket.functions_b);
  }
};

}  // namespace fockproxy::eri
