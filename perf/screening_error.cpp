// The accuracy that screening costs, compared with the promise: max |F - F_exact| of builds at many thresholds.
//
//     mpiexec -n 2 perf_screening_error MOLECULE BASIS [--uhf] [--thresholds 1e-7,1e-9,...] [--integrals libint]
//                                    [--blocks N]
//
// Converges an SCF and keeps the density of its third iteration and the last one. Computes G of the last density, and
// of the change between the two, by Libint without screening (verification/exact_build.hpp). Then builds both with the
// program's own screening at every threshold: the density at the threshold, and the change, as an SCF does, at a
// thirty-second of it. --blocks compares N shell blocks of G instead of all (sampled_exact.hpp), which takes minutes
// instead of days. Prints one JSON object per line: the case, the deviation, the size of what was neglected
// (verification/neglected.hpp) and the promise. scripts/perf verification runs the cases and makes the table.
#include <fmt/format.h>

#include <sstream>
#include <string>
#include <vector>

#include "digestion/fock_system.hpp"
#include "prepared_case.hpp"
#include "sampled_exact.hpp"
#include "scf/incremental_builder.hpp"
#include "scf/scf.hpp"
#include "support/error.hpp"
#include "tasks/whole_screen.hpp"
#include "verification/exact_build.hpp"
#include "verification/neglected.hpp"

namespace fockproxy {
namespace {

struct Options {
  std::string molecule, basis;
  bool uhf = false;
  std::string integrals = "own";
  int blocks = 0;  // 0: all
  std::vector<double> thresholds{1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
};

Options parse(int argc, char** argv) {
  if (argc < 3)
    throw UsageError(
        "perf_screening_error MOLECULE BASIS [--uhf] [--thresholds LIST] [--integrals X] "
        "[--blocks N]");
  Options options;
  options.molecule = argv[1];
  options.basis = argv[2];
  for (int i = 3; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--uhf") {
      options.uhf = true;
    } else if (name == "--thresholds" && i + 1 < argc) {
      options.thresholds.clear();
      std::istringstream list(argv[++i]);
      for (std::string word; std::getline(list, word, ',');) options.thresholds.push_back(std::stod(word));
    } else if (name == "--integrals" && i + 1 < argc) {
      options.integrals = argv[++i];
    } else if (name == "--blocks" && i + 1 < argc) {
      options.blocks = std::stoi(argv[++i]);
    } else {
      throw UsageError("unknown option " + name);
    }
  }
  return options;
}

// The exact G, with which builds of a density are compared.
class Exact {
 public:
  Exact(const Communicator& world, const BasisSet& basis, const SpinMatrices& density, int blocks)
      : basis_(basis),
        blocks_(drawn_blocks(world, basis, blocks, 2008)),
        g_(blocks == 0 ? exact_two_electron(world, basis, density)
                       : exact_two_electron(world, basis, density, blocks_)) {}

  // For the compared elements, hartree.
  double deviation(const SpinMatrices& g) const {
    if (blocks_.empty()) return largest_difference(g, g_);
    double largest = 0;
    for (const auto [a, b] : blocks_)
      for (std::size_t s = 0; s < g.size(); ++s) {
        const Shell &rows = basis_.shell(a), &columns = basis_.shell(b);
        const auto part = [&](const Matrix& m) {
          return m.block(rows.first_function, columns.first_function, rows.functions(), columns.functions());
        };
        largest = std::max(largest, (part(g[s]) - part(g_[s])).cwiseAbs().maxCoeff());
      }
    return largest;
  }

 private:
  const BasisSet& basis_;
  std::vector<ShellBlock> blocks_;
  SpinMatrices g_;
};

// Builds at one threshold, as an SCF requests them.
class Builds : public TwoElectronBuilder {
 public:
  Builds(const Runtime& runtime, const PreparedCase& c, double threshold, const std::string& integrals)
      : world_(runtime.world()),
        case_(c),
        threshold_(threshold),
        integrals_(integrals),
        watchdog_(0, 0),
        prepared_(world_, c.basis, threshold),
        builder_({runtime, watchdog_}, {prepared_.pairs, prepared_.schwarz, merge_atoms(c.basis, 4), c.problem.spins()},
                 {.integrals = {.threshold = threshold, .source = integrals}, .blocks = {.cache = "replicated"}}) {}

  double threshold() const override { return threshold_; }
  SpinDense build(const SpinDense& density, double threshold) override {
    return builder_.build(density, threshold).result().g;
  }
  SpinMatrices build(const SpinMatrices& density, double threshold) {
    return whole(build(distributed(case_.guess[0].grid(), density), threshold));
  }
  // More accurate than a build has time for: all blocks, or many.
  Neglected neglected_by(const SpinMatrices& density, double threshold) const {
    const WholeScreen screen(case_.basis, builder_.partition(), prepared_.schwarz, {case_.basis, density}, threshold,
                             IntegralOptions{.source = integrals_}.single_below(threshold));
    return neglected(world_, screen, case_.basis.shells(), prepared_.pairs.precision(), 2008, 1e8);
  }

 private:
  const Communicator& world_;
  const PreparedCase& case_;
  double threshold_;
  std::string integrals_;
  Watchdog watchdog_;
  PairData prepared_;
  FockBuilder builder_;
};

void run(const Runtime& runtime, const Options& options) {
  const Communicator& world = runtime.world();
  const PreparedCase c(world, options.molecule, options.basis, options.uhf);
  Builds converging(runtime, c, 1e-10, options.integrals);

  // The change between two iterations, as in a difference build.
  ScfOptions scf;
  scf.stability = false;
  scf.max_iterations = 3;
  const auto density_after = [&] { return whole(run_scf(c.problem, {.density = c.guess}, converging, scf).density); };
  const SpinMatrices early = density_after();
  scf.max_iterations = 4;
  SpinMatrices change = density_after();
  for (std::size_t s = 0; s < change.size(); ++s) change[s] -= early[s];
  scf.max_iterations = 100;
  const SpinMatrices density = density_after();

  const Exact exact(world, c.basis, density, options.blocks);
  const Exact exact_change(world, c.basis, change, options.blocks);
  for (const double threshold : options.thresholds) {
    Builds builds(runtime, c, threshold, options.integrals);
    const auto tell = [&](const char* kind, const SpinMatrices& d, const Exact& expected, double tau) {
      const double error = expected.deviation(builds.build(d, tau));
      const Neglected model = builds.neglected_by(d, tau);
      if (!world.is_root()) return;
      fmt::print(
          "{{\"molecule\": \"{}\", \"basis\": \"{}\", \"functions\": {}, \"method\": \"{}\", \"build\": \"{}\", "
          "\"integrals\": \"{}\", \"threshold\": {:g}, \"error\": {:.4e}, \"neglected\": {:.4e}, "
          "\"promise\": {:.4e}, \"blocks\": {}}}\n",
          options.molecule, options.basis, c.basis.functions(), c.problem.unrestricted ? "UHF" : "RHF", kind,
          options.integrals, tau, error, model.size, model.promise(), options.blocks);
      std::fflush(stdout);
    };
    tell("full", density, exact, threshold);
    tell("difference", change, exact_change, threshold / IncrementalBuilder::sharpening);
  }
}

}  // namespace
}  // namespace fockproxy

int main(int argc, char** argv) {
  using namespace fockproxy;
  return run_program("perf_screening_error", argc, argv, [&](const Runtime& runtime) {
    run(runtime, parse(argc, argv));
    return 0;
  });
}
