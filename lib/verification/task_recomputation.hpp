// One task done over again by Libint, and compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "integrals/exact_engine.hpp"
#include "verification/drawn_tasks.hpp"
#include "verification/task_density.hpp"
#include "verification/worst_deviation.hpp"

namespace fockproxy {

// What a build promises, as far as a check must know it.
struct Precision {
  double threshold;     // of the screening, hartree
  double single_below;  // bounds below which single precision may be used, hartree
  double primitives;    // what primitives dropped may take from an integral, hartree
  double promise;       // max |F - F_exact|, hartree
  MatrixView scale;     // shells x shells: the program's Schwarz bounds, for the size of rounding and nothing else
};

// What the comparison of one task found.
struct TaskDeviation {
  WorstDeviation worst;       // "task 17 (blocks 3 1|2 0) to shells 5 and 4", hartree
  std::int64_t quartets = 0;  // recomputed
  bool in_part = false;
};

// Recomputes what tasks add to F, by ExactEngine and add_exact_quartet(): no kernel, bound or digestion of the program.
//
// Compared is what the task adds to each of its places in F, symmetrised as F will be: where roles share a place, and
// within the blocks of the diagonal, a digestor is free to add to either.
//
// Expected are the quartets that the rule of screening keeps (tasks/quartet_screen.hpp), by Libint's own Schwarz bounds
// and the blocks of D that the task was given. What an element may deviate by is a bound, not a model: the
// contributions, recomputed, of those few
// quartets whose bound is the threshold to rounding; what primitives may lose; and rounding. It is never more than the
// promise of the whole build. Not thread-safe; everything must outlive it.
class TaskRecomputation {
 public:
  TaskRecomputation(ExactEngine& engine, const BlockPartition& partition, int spins, const Precision& precision);

  // A task that costs more than `most_cost` is looked at in part: blocks of shells, drawn by `random`, of its
  // contributions, each whole, while they cost no more; the cheapest of a few where each of them does. The cost of a
  // quartet is the product of its shells' primitives and functions, about 5 ns a unit.
  TaskDeviation compare(const DrawnTask& drawn, std::uint64_t random, double most_cost);

 private:
  // A place in F that the task adds to: block (row, column), column <= row, of one or several roles.
  struct Place {
    int row, column;                 // blocks
    std::vector<char> marked;        // by shells, rows x columns: is to be compared
    std::vector<double> slack;       // by shells: what may deviate, hartree
    std::vector<double> difference;  // recomputed minus found, functions of row x spins x functions of column
  };

  void begin(const DrawnTask& drawn);
  bool mark(const Task& task, std::uint64_t random, double most_cost);
  void find_marked_rows(const Task& task);
  double cost(int first_shell, int last_shell) const;
  // The place of two shells, and of two functions in them, in either order.
  std::size_t part(const Place& place, int x, int y) const;
  std::size_t element(const Place& place, int spin, int f, int g) const;
  bool is_marked(BlockRole role, int x, int y) const;
  // Whether (ab|cd) adds to anything marked; of a row (a b|c *), whether any of it might.
  bool is_wanted(int a, int b, int c, int d) const;
  bool wants_row(int a, int b, int c) const;
  bool add(int a, int b, int c, int d);
  bool surely_dropped(int a, int b, int c, int d, double factor);
  double group_schwarz(int a, int b);
  WorstDeviation judge(const DrawnTask& drawn) const;

  ExactEngine& engine_;
  const BasisSet& basis_;
  const BlockPartition& partition_;
  TaskDensity density_;  // of the task that is compared
  Precision precision_;
  int spins_;
  std::vector<Place> places_;
  std::array<int, block_roles> place_of_;  // by role, in places_
  // By role (kl, jl, il) and shell of its first block: whether anything of the shell is marked.
  std::array<std::vector<char>, block_roles> row_marked_;
};

}  // namespace fockproxy
