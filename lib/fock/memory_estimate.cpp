#include "fock/memory_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include "eri/kernel/task_view.hpp"
#include "fock/redistribution.hpp"
#include "integrals/exact_engine.hpp"
#include "record/text_table.hpp"
#include "support/error.hpp"
#include "tasks/block_roles.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"
#include "verification/drawn_tasks.hpp"

namespace fockproxy {

namespace {

constexpr int diis_subspace = 8;

// The number in a file like /sys/fs/cgroup/memory.max; infinity where there is none.
double number_in(const char* file) {
  std::ifstream in(file);
  double value = 0;
  return in >> value ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<MemoryItem> memory_per_rank(const BlockPartition& partition, const BasisSet& basis, int spins, int ranks,
                                        const FockConfig& config, const DenseAlgebraUse& algebra) {
  const double matrix = 8.0 * basis.functions() * basis.functions();
  const double shells = basis.shells(), blocks = partition.blocks();
  const auto tasks = static_cast<double>(TaskRows(partition.blocks()).tasks());
  double primitives = 0;
  for (const Shell& shell : basis.all_shells()) primitives += static_cast<double>(shell.exponents.size());
  // Hermite coefficients of every primitive pair: about two for each pair of functions and order of the product.
  double weights = 0;
  for (const Shell& shell : basis.all_shells())
    weights += static_cast<double>(shell.exponents.size()) * shell.functions() * (shell.angular_momentum + 1);
  double deepest = 1;  // primitives of a shell
  for (const Shell& shell : basis.all_shells())
    deepest = std::max(deepest, static_cast<double>(shell.exponents.size()));
  const double libint_pairs = 64.0 * (shells * shells + 0.5 * primitives * primitives);
  const double libint_engine = 1024.0 * std::pow(deepest, 4);  // a quartet of the most contracted shells
  const bool own = config.integrals.source->own_kernels;
  const double largest = static_cast<double>(spins) * partition.largest_block() * partition.largest_block();
  // Six blocks of D and of F, and the shell pairs of every block pair.
  const double thread = 8.0 * 2 * block_roles * largest + (own ? 0.5 * sizeof(eri::PairView) * shells * shells : 0);
  const double owners = config.replicated() ? 1 : ranks;  // of blocks
  return {
      {"density and Fock blocks", 2.0 * spins * matrix / owners},
      // D, F as it is stored and as it was read, or what sums its copies; what is exchanged at a time.
      {"panels of the Fock build and its checks", 3.0 * spins * matrix / owners + 2 * 8.0 * redistribution_message},
      // S, T, V, H, X and what products take; D, G, F, those of the build before, errors, orbitals.
      {"matrices of the SCF", (8.0 * spins + 9.0) * matrix / algebra.ranks},
      {"DIIS", algebra.iterates ? 2.0 * diis_subspace * spins * matrix / algebra.ranks : 0},
      {"task table", TaskSpace::bytes_for(partition.blocks())},
      {"task order", TaskOrder::bytes_for(config.order.order, tasks)},
      // Two more densities by shells while they are made.
      {"screening bounds", 8.0 * (6 * shells * shells + 4 * blocks * blocks)},
      {"shell pairs", own ? 8.0 * weights * weights : libint_pairs + libint_engine},
      {"threads", config.threads.count * thread},
      // Libint's pairs, as many as are used; tasks kept to be recomputed; bounds and densities by shells.
      {"verification", std::min(ExactEngine::default_memory, libint_pairs) + libint_engine +
                           std::min(DrawnTasks::default_memory, spins * matrix) + 8.0 * 3 * shells * shells},
  };
}

double total_bytes(const std::vector<MemoryItem>& items) {
  return std::accumulate(items.begin(), items.end(), 0.0,
                         [](double sum, const MemoryItem& item) { return sum + item.bytes; });
}

double available_memory() {
  double available = std::numeric_limits<double>::infinity();
  std::ifstream in("/proc/meminfo");
  std::string key, unit;
  for (double value; in >> key >> value; std::getline(in, unit))
    if (key == "MemAvailable:") available = 1024 * value;
  const double limit = number_in("/sys/fs/cgroup/memory.max");
  if (std::isfinite(limit)) available = std::min(available, limit - number_in("/sys/fs/cgroup/memory.current"));
  return available;
}

void refuse_what_does_not_fit(const std::vector<MemoryItem>& items, int ranks_on_node) {
  const double needed = total_bytes(items) * ranks_on_node, available = available_memory();
  if (needed <= available) return;
  const auto largest = std::ranges::max_element(items, {}, &MemoryItem::bytes);
  const char* cure = largest->what == "task table"   ? "a coarser --grain makes it smaller"
                     : largest->what == "task order" ? "--order natural needs none, and a coarser --grain less"
                                                     : "use fewer ranks on this node, or a smaller basis set";
  throw UsageError(fmt::format("{} ranks on this node need {} and {} is free; the largest part is the {} with {} a "
                               "rank: {}",
                               ranks_on_node, format_bytes(needed), format_bytes(available), largest->what,
                               format_bytes(largest->bytes), cure));
}

}  // namespace fockproxy
