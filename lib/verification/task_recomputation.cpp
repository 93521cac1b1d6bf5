#include "verification/task_recomputation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/larger.hpp"
#include "support/random.hpp"
#include "tasks/quartet_screen.hpp"
#include "verification/exact_digestion.hpp"
#include "verification/integral_rounding.hpp"

namespace fockproxy {

namespace {

constexpr double least_rounding = 1e-13;  // hartree: a hundredth of the rounding that the smallest promise allows

// The blocks of (I J|K L) over which the quartets of one shell pair of a role run.
constexpr int other_blocks[block_roles][2] = {{2, 3}, {0, 1}, {1, 3}, {0, 2}, {1, 2}, {0, 3}};

}  // namespace

TaskRecomputation::TaskRecomputation(ExactEngine& engine, const BlockPartition& partition, int spins,
                                     const Precision& precision)
    : engine_(engine),
      basis_(engine.basis()),
      partition_(partition),
      density_(engine.basis(), partition, spins),
      precision_(precision),
      spins_(spins) {}

// The largest bound over the shells that share primitives with a and b, because these shells are screened together.
double TaskRecomputation::group_schwarz(int a, int b) {
  const auto first = [&](int s) {
    while (s > 0 && basis_.shell(s - 1).contraction_group == basis_.shell(s).contraction_group) --s;
    return s;
  };
  const auto is_with = [&](int s, int x) {
    return s < basis_.shells() && basis_.shell(s).contraction_group == basis_.shell(x).contraction_group;
  };
  double largest = 0;
  for (int x = first(a); is_with(x, a); ++x)
    for (int y = first(b); is_with(y, b); ++y)
      largest = std::max(largest, engine_.schwarz(std::max(x, y), std::min(x, y)));
  return largest;
}

// Sets up the places with minus the values that were found in them.
void TaskRecomputation::begin(const DrawnTask& drawn) {
  places_.clear();
  const auto pairs = block_pairs(drawn.task);
  for (int role = 0; role < block_roles; ++role) {
    const auto [first, second] = pairs[role];
    const int row = std::max(first, second), column = std::min(first, second);
    const auto known =
        std::ranges::find_if(places_, [&](const Place& p) { return p.row == row && p.column == column; });
    place_of_[role] = static_cast<int>(known - places_.begin());
    if (known == places_.end()) {
      Place& place = places_.emplace_back();
      place.row = row;
      place.column = column;
      const std::size_t parts = static_cast<std::size_t>(partition_.shells(row)) * partition_.shells(column);
      place.marked.assign(parts, 0);
      place.slack.assign(parts, 0);
      place.difference.assign(
          static_cast<std::size_t>(partition_.functions(row)) * spins_ * partition_.functions(column), 0);
    }
    Place& place = places_[place_of_[role]];
    const double* found = drawn.contribution[role].data();
    for (int f = partition_.first_function(first); f < partition_.first_function(first + 1); ++f)
      for (int spin = 0; spin < spins_; ++spin)
        for (int g = partition_.first_function(second); g < partition_.first_function(second + 1); ++g)
          place.difference[element(place, spin, f, g)] -= *found++;
  }
}

std::size_t TaskRecomputation::part(const Place& place, int x, int y) const {
  // Within a diagonal block, symmetric elements are one.
  if (partition_.block_of_shell(x) != place.row || (place.row == place.column && y > x)) std::swap(x, y);
  return static_cast<std::size_t>(x - partition_.first_shell(place.row)) * partition_.shells(place.column) + y -
         partition_.first_shell(place.column);
}

std::size_t TaskRecomputation::element(const Place& place, int spin, int f, int g) const {
  const int row = partition_.first_function(place.row), column = partition_.first_function(place.column);
  if (f < row || (place.row == place.column && g > f)) std::swap(f, g);
  return (static_cast<std::size_t>(f - row) * spins_ + spin) * partition_.functions(place.column) + g - column;
}

double TaskRecomputation::cost(int first_shell, int last_shell) const {
  double sum = 0;
  for (int s = first_shell; s < last_shell; ++s)
    sum += static_cast<double>(basis_.shell(s).exponents.size()) * basis_.shell(s).functions();
  return sum;
}

// Marks the parts to compare. Returns true if they are only a part of the task.
bool TaskRecomputation::mark(const Task& task, std::uint64_t random, double most_cost) {
  std::array<double, 4> costs;
  for (std::size_t i = 0; const int block : {task.i, task.j, task.k, task.l})
    costs[i++] = cost(partition_.first_shell(block), partition_.last_shell(block));
  if (costs[0] * costs[1] * costs[2] * costs[3] <= most_cost) {
    for (Place& place : places_) std::ranges::fill(place.marked, 1);
    return false;
  }
  struct Part {
    int role, x, y;
    double cost;
  };
  const auto pairs = block_pairs(task);
  const auto draw = [&]() -> Part {
    random = hash64(random);
    const int role = static_cast<int>(random % block_roles);
    const auto [first, second] = pairs[role];
    const int x = partition_.first_shell(first) + static_cast<int>((random >> 8) % partition_.shells(first));
    const int y = partition_.first_shell(second) + static_cast<int>((random >> 32) % partition_.shells(second));
    return {role, x, y, cost(x, x + 1) * cost(y, y + 1) * costs[other_blocks[role][0]] * costs[other_blocks[role][1]]};
  };
  Part cheapest = draw();
  double sum = 0;
  const auto take = [&](const Part& part) {
    Place& place = places_[place_of_[part.role]];
    place.marked[this->part(place, part.x, part.y)] = 1;
    sum += part.cost;
  };
  Part next = cheapest;
  for (int tries = 0; tries < 32; ++tries, next = draw()) {
    if (next.cost < cheapest.cost) cheapest = next;
    if (sum + next.cost <= most_cost) take(next);
  }
  if (sum == 0) take(cheapest);
  return true;
}

bool TaskRecomputation::is_marked(BlockRole role, int x, int y) const {
  const Place& place = places_[place_of_[role]];
  return place.marked[part(place, x, y)] != 0;
}

bool TaskRecomputation::is_wanted(int a, int b, int c, int d) const {
  return is_marked(ij, a, b) || is_marked(kl, c, d) || is_marked(ik, a, c) || is_marked(jl, b, d) ||
         is_marked(il, a, d) || is_marked(jk, b, c);
}

// A block may be the whole molecule with few marked parts, so most rows are skipped.
void TaskRecomputation::find_marked_rows(const Task& task) {
  const auto pairs = block_pairs(task);
  for (const BlockRole role : {kl, jl, il}) {
    const auto [first, second] = pairs[role];
    std::vector<char>& marked = row_marked_[role];
    marked.assign(static_cast<std::size_t>(partition_.last_shell(first)), 0);
    for (int x = partition_.first_shell(first); x < partition_.last_shell(first); ++x)
      for (int y = partition_.first_shell(second); y < partition_.last_shell(second); ++y)
        marked[x] |= static_cast<char>(is_marked(role, x, y));
  }
}

bool TaskRecomputation::wants_row(int a, int b, int c) const {
  return row_marked_[kl][c] || row_marked_[jl][b] || row_marked_[il][a] || is_marked(ij, a, b) || is_marked(ik, a, c) ||
         is_marked(jk, b, c);
}

// Uses Libint's bounds if they are cheaper than the quartets that they may save.
bool TaskRecomputation::surely_dropped(int a, int b, int c, int d, double factor) {
  // The program's bounds also include what neglected primitives might add (integrals/schwarz.hpp).
  const double ab = group_schwarz(a, b), cd = group_schwarz(c, d);
  const double margin = bound_rounding + 2 * precision_.primitives * (1 / (ab + 1e-300) + 1 / (cd + 1e-300));
  return (1 + margin) * ab * cd * factor < precision_.threshold;
}

// Returns true if the quartet was recomputed, because screening does not surely drop it.
bool TaskRecomputation::add(int a, int b, int c, int d) {
  constexpr std::size_t few = 100;  // primitive pairs
  const auto is_light = [&](int x, int y) {
    return basis_.shell(x).exponents.size() * basis_.shell(y).exponents.size() <= few;
  };
  const double factor = density_.factor(a, b, c, d);
  const bool light = is_light(a, b) && is_light(c, d);
  if (light && surely_dropped(a, b, c, d, factor)) return false;
  const double* integrals = engine_.compute(a, b, c, d);
  const int size = basis_.integrals(a, b, c, d);
  double largest = 0;
  for (int i = 0; i < size && integrals; ++i) largest = std::max(largest, std::abs(integrals[i]));
  // No integral exceeds its bound, so a large integral shows that the quartet is kept, and a tiny one does not matter.
  const bool kept = largest * factor >= (1 + bound_rounding) * precision_.threshold;
  const bool matters = !kept && largest * factor > 1e-3 * precision_.primitives;
  if (matters && !light && surely_dropped(a, b, c, d, factor)) return false;
  const bool may_be_dropped =
      !kept &&
      (!matters || (1 - bound_rounding) * group_schwarz(a, b) * group_schwarz(c, d) * factor < precision_.threshold);
  if (matters && !light) integrals = engine_.compute(a, b, c, d);  // the calls for bounds have overwritten them
  if (integrals)
    add_exact_quartet(basis_, {a, b, c, d}, integrals, density_, [&](BlockRole role, int spin, int f, int g, double x) {
      Place& place = places_[place_of_[role]];
      place.difference[element(place, spin, f, g)] += x;
    });
  const double bound = precision_.scale(a, b) * precision_.scale(c, d);
  const bool may_be_single = (1 - bound_rounding) * bound * factor < precision_.single_below;
  const double lost = degeneracy({a, b, c, d}) * (precision_.primitives + (may_be_dropped ? largest : 0.0) +
                                                  (may_be_single ? single_rounding * bound : integral_rounding(bound)));
  const auto allow = [&](BlockRole role, int x, int y, double factor) {
    Place& place = places_[place_of_[role]];
    place.slack[part(place, x, y)] += (x == y ? 2 : 1) * lost * factor;  // two elements of one shell pair are summed
  };
  allow(ij, a, b, density_.coulomb_sum(c, d));
  allow(kl, c, d, density_.coulomb_sum(a, b));
  allow(ik, a, c, 0.25 * density_.exchange_sum(b, d));
  allow(jl, b, d, 0.25 * density_.exchange_sum(a, c));
  allow(il, a, d, 0.25 * density_.exchange_sum(b, c));
  allow(jk, b, c, 0.25 * density_.exchange_sum(a, d));
  return true;
}

WorstDeviation TaskRecomputation::judge(const DrawnTask& drawn) const {
  WorstDeviation worst;
  for (const Place& place : places_)
    for (int x = partition_.first_shell(place.row); x < partition_.last_shell(place.row); ++x)
      for (int y = partition_.first_shell(place.column);
           y < partition_.last_shell(place.column) && (place.row != place.column || y <= x); ++y) {
        if (!place.marked[part(place, x, y)]) continue;
        const Shell &sx = basis_.shell(x), &sy = basis_.shell(y);
        const double allowed = std::min(place.slack[part(place, x, y)], precision_.promise) + least_rounding;
        double deviation = 0;
        for (int f = sx.first_function; f < sx.first_function + sx.functions(); ++f)
          for (int spin = 0; spin < spins_; ++spin)
            for (int g = sy.first_function; g < sy.first_function + sy.functions(); ++g)
              deviation = larger(deviation, std::abs(place.difference[element(place, spin, f, g)]));
        if (worst.add(deviation, allowed))
          worst.set_place(fmt::format("task {} (blocks {} {}|{} {}) to shells {} and {}", number(drawn.id),
                                      drawn.task.i, drawn.task.j, drawn.task.k, drawn.task.l, x, y));
      }
  return worst;
}

TaskDeviation TaskRecomputation::compare(const DrawnTask& drawn, std::uint64_t random, double most_cost) {
  TaskDeviation found;
  density_.set(drawn);
  begin(drawn);
  found.in_part = mark(drawn.task, random, most_cost);
  find_marked_rows(drawn.task);
  for_each_quartet(
      partition_, drawn.task,
      [&](int a, int b, int c, int d) {
        if (is_wanted(a, b, c, d)) found.quartets += add(a, b, c, d);
      },
      [&](int a, int b, int c) { return wants_row(a, b, c); });
  found.worst = judge(drawn);
  return found;
}

}  // namespace fockproxy
