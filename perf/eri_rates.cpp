// What the integral kernels achieve, class by class: shell quartets and integrals per second, digestion included, one
// core, the whole molecule as one block.
//
//   perf_eri_rates [molecule [basis [threshold [simd]]]]     default: water8 cc-pvdz 1e-10 auto
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "chem/data_directory.hpp"
#include "eri/kernel/workspace.hpp"
#include "eri/simd_path.hpp"
#include "fock/block_pair_lists.hpp"
#include "integrals/libint_session.hpp"
#include "integrals/repulsion_engine.hpp"
#include "integrals/schwarz.hpp"
#include "support/clock.hpp"
#include "tasks/quartet_screen.hpp"

using namespace fockproxy;

namespace {

// Falls off with the distance like a density matrix of an insulator; the kernels do not care for more.
Matrix typical_density(const BasisSet& basis) {
  Matrix d(basis.functions(), basis.functions());
  for (const Shell& a : basis.all_shells())
    for (const Shell& b : basis.all_shells()) {
      double r2 = 0;
      for (int k = 0; k < 3; ++k) r2 += (a.center[k] - b.center[k]) * (a.center[k] - b.center[k]);
      d.block(a.first_function, b.first_function, a.functions(), b.functions())
          .setConstant(0.5 * std::exp(-std::sqrt(r2)));
    }
  return d;
}

std::string name_of(const eri::PairClass& c) {
  constexpr std::string_view letters = "spdfghik";
  const auto shell = [&](int l, int columns) {
    return fmt::format("{}{}", letters[l], columns > 1 ? std::to_string(columns) : "");
  };
  return shell(c.la(), c.columns_a()) + " " + shell(c.lb(), c.columns_b());
}

void no_turn(void*, std::int64_t) {}

struct Rate {
  std::string name;
  eri::KernelCounts counts;
  double seconds = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int i, const char* otherwise) { return std::string(argc > i ? argv[i] : otherwise); };
  const std::string molecule = argument(1, "water8"), basis_name = argument(2, "cc-pvdz");
  const double threshold = std::atof(argument(3, "1e-10").c_str());
  const eri::SimdPath& simd = eri::simd_paths()[eri::find_simd_path(argument(4, "auto"))];

  const LibintSession libint;
  const BasisSet basis(read_xyz(find_molecule(molecule), 0, 0), find_basis(basis_name, find_data_directory()), false);
  const BlockPartition partition(basis, {0, basis.shells()});
  double start = now();
  const ShellPairs pairs(basis, 1e-3 * threshold);
  const eri::PairTable& table = pairs.kernel_pairs();
  const double pairs_seconds = now() - start;
  start = now();
  Matrix schwarz = schwarz_bounds(pairs);
  mirror_lower(schwarz);
  const double schwarz_seconds = now() - start;
  const Matrix density = typical_density(basis);
  const QuartetScreen screen(basis, partition, schwarz, {density}, threshold);
  const eri::ClassViews views(table);
  const BlockPairLists lists(table, largest_of_groups(basis, schwarz), basis, partition);
  std::array<Matrix, 6> fock;
  for (Matrix& f : fock) f = Matrix::Zero(basis.functions(), basis.functions());

  eri::KetTask task{};
  task.spins = 1;
  task.threshold = threshold;
  task.precision = table.precision();
  task.largest_density = screen.density_of_task({0, 0, 0, 0});
  task.coulomb = screen.coulomb().data();
  task.exchange = screen.exchange().data();
  task.screen_stride = basis.shells();
  task.boys = eri::boys_tables();
  const std::ptrdiff_t width = basis.functions();
  task.bra_block = {density.data(), width, fock[0].data(), width, width};
  task.ket_block = {density.data(), width, fock[1].data(), width, width};
  for (int i : {0, 1})
    for (int j : {0, 1}) task.cross[i][j] = {density.data(), fock[2 + 2 * i + j].data(), width, 1, width};
  task.bra_functions[0] = task.bra_functions[1] = basis.functions();
  task.bra_shells = 2 * lists.generalized_shells(0);
  task.computed = no_turn;

  eri::Workspace workspace;
  std::vector<Rate> rates;
  Rate all{"all", {}, 0};
  for (const ClassPairs& ket : lists.of(0, 0))
    for (const ClassPairs& bra : lists.of(0, 0)) {
      if (!views.is_bra(bra.pair_class, ket.pair_class)) continue;
      const eri::BraList list{&views[bra.pair_class], bra.pairs.data(), static_cast<int>(bra.pairs.size()),
                              bra.pair_class == ket.pair_class};
      task.ket = &views[ket.pair_class];
      task.ket_pairs = ket.pairs.data();
      task.ket_count = static_cast<int>(ket.pairs.size());
      task.bras = &list;
      task.bra_lists = 1;
      Rate rate{fmt::format("({}|{})", name_of(table.classes()[bra.pair_class]),
                            name_of(table.classes()[ket.pair_class])),
                {}, 0};
      int repeats = 0;
      const double begin = now();
      do {
        rate.counts = {};
        simd.kernels->digest_ket_class(task, workspace, rate.counts);
        ++repeats;
        rate.seconds = (now() - begin) / repeats;
      } while (now() - begin < 0.02);
      all.counts.quartets += rate.counts.quartets;
      all.counts.integrals += rate.counts.integrals;
      all.seconds += rate.seconds;
      rates.push_back(std::move(rate));
    }
  std::ranges::sort(rates, std::greater(), &Rate::seconds);
  rates.insert(rates.begin(), all);

  fmt::print("{} {}, threshold {:g}, {} ({} lanes); pairs {:.1f} ms, Schwarz bounds {:.1f} ms\n\n", molecule,
             basis.name(), threshold, simd.name, simd.kernels->lanes, 1e3 * pairs_seconds, 1e3 * schwarz_seconds);
  fmt::print("{:<16}{:>12}{:>12}{:>9}{:>12}{:>14}{:>12}\n", "class", "quartets", "integrals", "ms", "quartets/s",
             "integrals/s", "ns/integral");
  for (const Rate& r : rates)
    fmt::print("{:<16}{:>12.4g}{:>12.4g}{:>9.2f}{:>12.3g}{:>14.3g}{:>12.2f}\n", r.name, r.counts.quartets,
               r.counts.integrals, 1e3 * r.seconds, r.counts.quartets / r.seconds, r.counts.integrals / r.seconds,
               1e9 * r.seconds / std::max(1.0, r.counts.integrals));
  return 0;
}
