#include "verification/task_density.hpp"

#include <algorithm>

namespace fockproxy {

TaskDensity::TaskDensity(const BasisSet& basis, const BlockPartition& partition, int spins)
    : basis_(basis),
      partition_(partition),
      place_(static_cast<std::size_t>(basis.functions())),
      shell_place_(static_cast<std::size_t>(basis.shells())),
      exchange_(static_cast<std::size_t>(spins)) {}

void TaskDensity::set(const DrawnTask& task) {
  place(task.task);
  const auto pairs = block_pairs(task.task);
  for (int role = 0; role < block_roles; ++role) fill(pairs[role][0], pairs[role][1], task.density[role].data());
  coulomb_ = spins() == 1 ? exchange_[0] : 0.5 * (exchange_[0] + exchange_[1]);
  for (const auto [row, column] : pairs) sum_up(row, column);
  spread_over_groups(groups_.coulomb);
  spread_over_groups(groups_.exchange);
}

void TaskDensity::place(const Task& task) {
  std::array blocks{task.i, task.j, task.k, task.l};
  std::ranges::sort(blocks);
  int functions = 0;
  shells_.clear();
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    if (n > 0 && blocks[n] == blocks[n - 1]) continue;
    const int block = blocks[n];
    for (int s = partition_.first_shell(block); s < partition_.last_shell(block); ++s) {
      shell_place_[s] = static_cast<int>(shells_.size());
      shells_.push_back(s);
    }
    for (int f = 0; f < partition_.functions(block); ++f) place_[partition_.first_function(block) + f] = functions++;
  }
  for (Matrix& spin : exchange_) spin.setZero(functions, functions);
  const auto shells = static_cast<Eigen::Index>(shells_.size());
  for (Matrix* m : {&groups_.coulomb, &groups_.exchange, &coulomb_sum_, &exchange_sum_}) m->setZero(shells, shells);
}

void TaskDensity::fill(int row, int column, const double* block) {
  const int first = partition_.first_function(column);
  for (int f = partition_.first_function(row); f < partition_.first_function(row + 1); ++f)
    for (Matrix& spin : exchange_)
      for (int g = first; g < partition_.first_function(column + 1); ++g)
        spin(place_[f], place_[g]) = spin(place_[g], place_[f]) = *block++;
}

void TaskDensity::sum_up(int row, int column) {
  for (int a = partition_.first_shell(row); a < partition_.last_shell(row); ++a)
    for (int b = partition_.first_shell(column); b < partition_.last_shell(column); ++b) {
      const Shell &sa = basis_.shell(a), &sb = basis_.shell(b);
      const auto sizes = [&](const Matrix& m) {
        return m.block(place_[sa.first_function], place_[sb.first_function], sa.functions(), sb.functions()).cwiseAbs();
      };
      double largest = 0, sum = 0;
      for (const Matrix& spin : exchange_) {
        largest = std::max(largest, sizes(spin).maxCoeff());
        sum = std::max(sum, sizes(spin).sum());
      }
      const int x = shell_place_[a], y = shell_place_[b];
      groups_.exchange(x, y) = groups_.exchange(y, x) = largest;
      exchange_sum_(x, y) = exchange_sum_(y, x) = sum;
      groups_.coulomb(x, y) = groups_.coulomb(y, x) = sizes(coulomb_).maxCoeff();
      coulomb_sum_(x, y) = coulomb_sum_(y, x) = sizes(coulomb_).sum();
    }
}

// A group is within one block, and its shells are consecutive.
void TaskDensity::spread_over_groups(Matrix& largest) const {
  const auto group = [&](Eigen::Index n) { return basis_.shell(shells_[n]).contraction_group; };
  const auto end = [&](Eigen::Index first) {
    Eigen::Index last = first + 1;
    while (last < largest.rows() && group(last) == group(first)) ++last;
    return last;
  };
  for (Eigen::Index a = 0; a < largest.rows(); a = end(a))
    for (Eigen::Index b = 0; b < largest.rows(); b = end(b)) {
      auto block = largest.block(a, b, end(a) - a, end(b) - b);
      if (block.size() > 1) block.setConstant(block.maxCoeff());
    }
}

}  // namespace fockproxy
