#include "tasks/task_cost.hpp"

namespace fockproxy {

TaskCosts::TaskCosts(const BasisSet& basis, const BlockPartition& partition, const QuartetScreen& screen)
    : weights_(Matrix::Zero(partition.blocks(), partition.blocks())) {
  const auto weight = [&](int s) {
    const Shell& shell = basis.shell(s);
    return static_cast<double>(shell.exponents.size()) * shell.functions();
  };
  for (int i = 0; i < partition.blocks(); ++i)
    for (int j = 0; j <= i; ++j)
      for (int a = partition.first_shell(i); a < partition.last_shell(i); ++a)
        for (int b = partition.first_shell(j); b < partition.last_shell(j) && (i != j || b <= a); ++b)
          if (screen.keeps_shell_pair(a, b)) weights_(i, j) += weight(a) * weight(b);
}

}  // namespace fockproxy
