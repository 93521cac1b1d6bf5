// Recomputes one task with Libint and compares the results.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "integrals/exact_engine.hpp"
#include "verification/drawn_tasks.hpp"
#include "verification/task_density.hpp"
#include "verification/worst_deviation.hpp"

namespace fockproxy {

// The promise of a build, with the data that a check needs.
struct Precision {
  double threshold;     // of the screening, hartree
  double single_below;  // bounds below which single precision may be used, hartree
  double primitives;    // the largest error of an integral from dropped primitives, hartree
  double promise;       // max |F - F_exact|, hartree
  MatrixView scale;     // shells x shells: the program's Schwarz bounds, used only for the size of rounding
};

// The result of the comparison of one task.
struct TaskDeviation {
  WorstDeviation worst;       // "task 17 (blocks 3 1|2 0) to shells 5 and 4", hartree
  std::int64_t quartets = 0;  // recomputed
  bool in_part = false;
};

// Recomputes the contributions of tasks to F by ExactEngine and add_exact_quartet(). It uses no kernel, bound or
// digestion of the program.
//
// It compares the contributions of a task to each of its places in F, symmetrised as F will be. If roles share a place,
// and within diagonal blocks, a digestor may add to either.
//
// The expected quartets are those that the rule of screening keeps (tasks/quartet_screen.hpp), by Libint's own Schwarz
// bounds and the blocks of D that the task got. The allowed deviation of an element is a bound, not a model. It is the
// sum of three parts: the recomputed contributions of the few quartets whose bound equals the threshold up to rounding,
// the error from dropped primitives, and rounding. It never exceeds the promise of the whole build. Not thread-safe.
// All objects that it refers to must outlive it.
class TaskRecomputation {
 public:
  TaskRecomputation(ExactEngine& engine, const BlockPartition& partition, int spins, const Precision& precision);

  // A task that costs more than `most_cost` is compared in part. Blocks of shells of its contributions are then drawn
  // by `random`, each compared completely, up to this cost. If each of them costs more, the cheapest of a few is used.
  // The cost of a quartet is the product of the primitives and functions of its shells, about 5 ns per unit.
  TaskDeviation compare(const DrawnTask& drawn, std::uint64_t random, double most_cost);

 private:
  // A place in F to which the task adds: block (row, column), column <= row, of one or several roles.
  struct Place {
    int row, column;                 // blocks
    std::vector<char> marked;        // by shells, rows x columns: whether it is compared
    std::vector<double> slack;       // by shells: the allowed deviation, hartree
    std::vector<double> difference;  // recomputed minus found, functions of row x spins x functions of column
  };

  void begin(const DrawnTask& drawn);
  bool mark(const Task& task, std::uint64_t random, double most_cost);
  void find_marked_rows(const Task& task);
  double cost(int first_shell, int last_shell) const;
  // The index of two shells, and of two functions in them, in either order.
  std::size_t part(const Place& place, int x, int y) const;
  std::size_t element(const Place& place, int spin, int f, int g) const;
  bool is_marked(BlockRole role, int x, int y) const;
  // Whether (ab|cd) adds to a marked part. wants_row(): whether any quartet of a row (a b|c *) might.
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
  // By role (kl, jl, il) and shell of its first block: whether any part of the shell is marked.
  std::array<std::vector<char>, block_roles> row_marked_;
};

}  // namespace fockproxy
