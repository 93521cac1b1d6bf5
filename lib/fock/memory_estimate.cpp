#include "fock/memory_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "blocks/redistribution.hpp"
#include "digestion/fock_system.hpp"
#include "eri/kernel/task_view.hpp"
#include "eri/pair_table.hpp"
#include "fock/fock_bound.hpp"
#include "integrals/exact_engine.hpp"
#include "record/text_table.hpp"
#include "support/error.hpp"
#include "tasks/task.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"
#include "verification/drawn_tasks.hpp"

namespace fockproxy {

namespace {

constexpr int diis_subspace = 8;
// Memory that MPI and ScaLAPACK allocate during use. Seen: 2 MB (Open MPI 4.1.4) to 15 MB (MPICH 4.0.2).
constexpr double library_buffers = 8e6;

// The number in a file like /sys/fs/cgroup/memory.max; infinity if there is none.
double number_in(const char* file) {
  std::ifstream in(file);
  double value = 0;
  return in >> value ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<MemoryItem> memory_per_rank(const BlockPartition& partition, const BasisSet& basis, int spins,
                                        const RankPlacement& placement, const FockConfig& config,
                                        const DenseAlgebraUse& algebra) {
  const double matrix = 8.0 * basis.functions() * basis.functions();
  const double shells = basis.shells(), blocks = partition.blocks();
  const auto tasks = static_cast<double>(TaskRows(partition.blocks()).tasks());
  double primitives = 0, deepest = 1;  // primitives of all shells; most primitives of one shell
  for (const Shell& shell : basis.all_shells()) {
    primitives += static_cast<double>(shell.exponents.size());
    deepest = std::max(deepest, static_cast<double>(shell.exponents.size()));
  }
  const double all_pairs = 64.0 * (shells * shells + 0.5 * primitives * primitives);
  const double libint_engine = 1024.0 * std::pow(deepest, 4);  // for a quartet of the most contracted shells
  const bool own = config.integrals.source->own_kernels;
  const eri::PairTable::Size pairs = eri::PairTable::size_of(basis, primitive_precision(config.integrals.threshold));
  // The pairs of Libint that do not underflow.
  const eri::PairTable::Size all = eri::PairTable::size_of(basis, 0);
  const double used_pairs = 64.0 * static_cast<double>(all.pairs) + 96.0 * static_cast<double>(all.primitives);
  const double largest = static_cast<double>(spins) * partition.largest_block() * partition.largest_block();
  const int words = expected_words(partition.blocks(), *config.blocks.sum);
  // Six blocks of D and of F for each task in flight, for exact sums also integers of F, and the shell pairs of every
  // block pair, for each stream. If blocks are copied, both are on a device too, and in the buffers through which they
  // travel. With DevicePath::direct the host has at most one copy of each.
  const int buffers = 2 + words + (copies_blocks(config.integrals.effective_device_path().path) ? 4 : 0);
  const double thread =
      8.0 * buffers * block_roles * config.effective_blocks().most_in_flight() * largest +
      (own ? sizeof(eri::PairView) * static_cast<double>(pairs.pairs) : 0) * config.integrals.device_streams;
  // Small tasks are drawn according to their time. The blocks of all drawn tasks have about the size of D.
  const double mean = basis.functions() / blocks;
  const double drawn = std::max(spins * matrix, DrawnTasks::fewest * 8.0 * 2 * block_roles * spins * mean * mean);
  const double exchanged = 2 * std::min(8.0 * redistribution_message, spins * matrix);
  const double owners = config.replicated() ? 1 : placement.ranks;  // ranks that share the blocks
  return {
      {"program and libraries", placement.program + library_buffers},
      // A build with two words per element also keeps the matrix with one.
      {"density and Fock blocks", (words == 2 ? 4.0 : 2.0) * spins * matrix / owners},
      // D; F as stored, and as read or the sum of its copies; F as integers; the messages being exchanged.
      {"panels of the Fock build and its checks",
       (2.0 + std::max(words, 1) + words) * spins * matrix / owners + exchanged},
      // S, T, V, H, X and the results of products; D, G, F, those of the previous build, errors, orbitals.
      {"matrices of the SCF", (7.0 * spins + 8.0) * matrix / algebra.ranks},
      {"DIIS", 2.0 * std::min(diis_subspace, algebra.iterations) * spins * matrix / algebra.ranks},
      // Both spins (RHF has a separate builder for this), and some rotations with their products with the Hessian.
      {"orbital Hessian", algebra.iterations == 0 || !algebra.stability
                              ? 0
                              : (spins == 1 ? 10 * matrix / owners : 0) + 10.0 * matrix / algebra.ranks},
      {"task table", TaskSpace::bytes_for(partition.blocks()), true},
      {"task order", TaskOrder::bytes_for(config.order.order, tasks)},
      {"screening bounds by shells", 8.0 * 3 * shells * shells, true},
      {"screening bounds by blocks", 8.0 * 3 * blocks * blocks},
      {"shell pairs", own ? pairs.bytes : all_pairs + libint_engine},
      {"threads", config.threads.count * thread},
      // The pairs of Libint that are used, and a table of them; tasks kept for recomputation; ordered pairs.
      {"verification", std::min(ExactEngine::default_memory, used_pairs) + libint_engine +
                           std::min(DrawnTasks::default_memory, drawn) + 8.0 * 2 * shells * shells},
  };
}

double bytes_per_rank(const std::vector<MemoryItem>& items, int ranks_on_node) {
  double sum = 0;
  for (const MemoryItem& item : items) sum += item.bytes / (item.once_a_node ? ranks_on_node : 1);
  return sum;
}

double available_memory() {
  double available = std::numeric_limits<double>::infinity();
  std::ifstream in("/proc/meminfo");
  std::string key, unit;
  for (double value = 0; in >> key >> value; std::getline(in, unit))
    if (key == "MemAvailable:") available = 1024 * value;
  const double limit = number_in("/sys/fs/cgroup/memory.max");
  if (std::isfinite(limit)) available = std::min(available, limit - number_in("/sys/fs/cgroup/memory.current"));
  return available;
}

void refuse_what_does_not_fit(const std::vector<MemoryItem>& items, int ranks_on_node) {
  const double needed = bytes_per_rank(items, ranks_on_node) * ranks_on_node, available = available_memory();
  if (needed <= available) return;
  const auto largest = std::ranges::max_element(
      items, {}, [&](const MemoryItem& item) { return item.once_a_node ? item.bytes / ranks_on_node : item.bytes; });
  const char* cure = largest->what == "task table"   ? "a coarser --grain makes it smaller"
                     : largest->what == "task order" ? "--order natural needs none, and a coarser --grain less"
                                                     : "use fewer ranks on this node, or a smaller basis set";
  throw UsageError(
      fmt::format("{} ranks on this node need {} and {} is free; the largest part is the {} with {} a "
                  "{}: {}",
                  ranks_on_node, format_bytes(needed), format_bytes(available), largest->what,
                  format_bytes(largest->bytes), largest->once_a_node ? "node" : "rank", cure));
}

}  // namespace fockproxy
