// The power of the verification: injects faults into Fock builds at random places, and counts how many are found.
//
//     mpiexec -n 1 perf_fault_power MOLECULE BASIS [--times 100] [--faults lose,factor] [--first-seed 1]
//                                   [--threshold 1e-7]
//
// With every seed, a correct build (which must pass) states its power: the smallest share of faulty tasks that it would
// have found with 99% certainty. Then the same build is made with each fault of contracts/faulty_digestor.hpp in this
// share of its tasks, with a tenth of all Schwarz bounds a hundred times too small, and with each fault of
// contracts/faulty_matrices.hpp in one of its transfers. Prints a JSON object for every fault. It has the numbers of
// injections and of findings, and the mean share of faulty tasks. It has the expected number of findings, from what
// each build recomputed (less time for recomputation is less power). And it counts the builds that were not found
// although their error exceeds their promise. Exit code 1 if a correct build was refused.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "contracts/faulty_digestor.hpp"
#include "contracts/faulty_matrices.hpp"
#include "digestion/fock_system.hpp"
#include "prepared_case.hpp"

namespace fockproxy {
namespace {

using contracts::DigestFault;
using contracts::FaultyDigestor;
using contracts::FaultyMatrix;
using contracts::MatrixFault;

struct Options {
  std::string molecule, basis;
  int times = 100;
  int first_seed = 1;
  double threshold = 1e-7;          // affects the time of a build, but not the power
  std::vector<std::string> faults;  // empty: all
};

Options parse(int argc, char** argv) {
  if (argc < 3)
    throw std::runtime_error(
        "perf_fault_power MOLECULE BASIS [--times N] [--faults LIST] [--first-seed N] "
        "[--threshold X]");
  Options options;
  options.molecule = argv[1];
  options.basis = argv[2];
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--times") options.times = std::stoi(value);
    else if (name == "--first-seed") options.first_seed = std::stoi(value);
    else if (name == "--threshold") options.threshold = std::stod(value);
    else if (name == "--faults") {
      std::istringstream list(value);
      for (std::string word; std::getline(list, word, ',');) options.faults.push_back(word);
    } else {
      throw std::runtime_error("unknown option " + name);
    }
  }
  return options;
}

struct Trial {
  std::string fault;
  int times = 0, caught = 0;
  double share = 0;     // of faulty tasks, summed over the trials
  double expected = 0;  // expected number of findings, from what each faulty build recomputed
  int missed_above_promise = 0;

  void print(const Options& options) const {
    if (times == 0) return;
    fmt::print(
        "{{\"molecule\": \"{}\", \"basis\": \"{}\", \"fault\": \"{}\", \"times\": {}, \"caught\": {}, "
        "\"share_of_tasks\": {:.4g}, \"expected\": {:.4g}, \"missed_above_promise\": {}}}\n",
        options.molecule, options.basis, fault, times, caught, share / times, expected, missed_above_promise);
    std::fflush(stdout);
  }
};

struct TransportFault {
  const char* name;
  MatrixFault fault;
  bool of_density = false;    // of D; otherwise of F
  bool second_build = false;  // shows only in a build after another one
};
constexpr TransportFault transport_faults[] = {{"lost-update", MatrixFault::lose},
                                               {"doubled-update", MatrixFault::repeat},
                                               {"misplaced-update", MatrixFault::misplace},
                                               {"misread-block", MatrixFault::misread, true},
                                               {"stale-density", MatrixFault::stale, true, true},
                                               {"uncleared-fock", MatrixFault::uncleared, false, true}};

class Trials {
 public:
  Trials(const Runtime& runtime, const Options& options)
      : runtime_(runtime),
        options_(options),
        case_(runtime.world(), options.molecule, options.basis),
        prepared_(runtime.world(), case_.basis, options.threshold),
        partition_(merge_atoms(case_.basis, 1)),
        watchdog_(0, 0) {
    FockBuilder builder({runtime_, watchdog_}, system_with(prepared_.schwarz), config_of(1));
    const SpinDense g = builder.build(case_.guess).result().g;
    density_ = whole(lowest_density(case_.problem, fock_matrices(case_.problem, g)));
  }

  // True if no correct build was refused.
  bool run() {
    Trial right{"none"}, bounds{"small-bounds"};
    std::vector<Trial> digest, matrix;
    for (const auto& fault : contracts::digest_faults()) digest.push_back({std::string(fault.name)});
    for (const TransportFault& fault : transport_faults) matrix.push_back({fault.name});
    for (int seed = options_.first_seed; seed < options_.first_seed + options_.times; ++seed) {
      FinishedBuild sound = build(seed, prepared_.schwarz, {});
      const Coverage c = sound.verification().coverage();
      const double power = c.smallest_share_of_tasks();
      ++right.times;
      right.caught += sound.verified() ? 0 : 1;
      right_ = whole(std::move(sound).result().g);  // throws if a correct build was refused
      for (std::size_t f = 0; f < digest.size(); ++f)
        try_digestion(digest[f], contracts::digest_faults()[f].fault, seed, power);
      for (std::size_t f = 0; f < matrix.size(); ++f) try_transport(matrix[f], transport_faults[f], seed, c.tasks);
      try_bounds(bounds, seed);
    }
    right.print(options_);
    for (const Trial& trial : digest) trial.print(options_);
    for (const Trial& trial : matrix) trial.print(options_);
    bounds.print(options_);
    return right.caught == 0;
  }

 private:
  int spins() const { return static_cast<int>(case_.guess.size()); }
  bool is_wanted(const Trial& trial) const {
    return options_.faults.empty() || std::ranges::find(options_.faults, trial.fault) != options_.faults.end();
  }
  FockConfig config_of(int seed) const {
    return {
        .integrals = {.threshold = options_.threshold}, .counter = "static", .seed = static_cast<std::uint64_t>(seed)};
  }

  FockSystem system_with(const MatrixView& schwarz) const { return {prepared_.pairs, schwarz, partition_, spins()}; }

  FinishedBuild build(int seed, const MatrixView& schwarz, const std::function<void(BuildBackends&)>& spoil,
                      bool after_another = false) {
    const FockConfig config = config_of(seed);
    const FockSystem system = system_with(schwarz);
    BuildBackends transport = make_backends(runtime_, system.layout(), config);
    if (spoil) spoil(transport);
    FockBuilder builder({runtime_, watchdog_}, system, config, std::move(transport));
    if (after_another) builder.build(case_.guess);
    return builder.build(distributed(case_.guess[0].grid(), density_));
  }

  void note(Trial& trial, FinishedBuild build, double share) {
    ++trial.times;
    trial.caught += build.verified() ? 0 : 1;
    trial.share += share;
    trial.expected += build.verification().coverage().chance_to_find(share);
    if (!build.verified()) return;
    const FockBuild missed = std::move(build).result();
    trial.missed_above_promise += largest_difference(whole(missed.g), right_) > missed.neglected.promise();
  }

  void try_digestion(Trial& trial, DigestFault fault, int seed, double share) {
    if (!is_wanted(trial)) return;
    note(trial,
         build(seed, prepared_.schwarz,
               [&](BuildBackends& transport) {
                 transport.digestor = [&](std::unique_ptr<Digestor> digestor) {
                   const contracts::Sabotage sabotage{fault, share, static_cast<std::uint64_t>(seed)};
                   return std::make_unique<FaultyDigestor>(std::move(digestor), sabotage, case_.basis, partition_,
                                                           density_);
                 };
               }),
         share);
  }

  // One faulty transfer on every rank at a random place, or the remains of another build.
  void try_transport(Trial& trial, const TransportFault& fault, int seed, std::int64_t tasks) {
    if (!is_wanted(trial)) return;
    // Every task makes three gets and three accumulates, and few of these contain only zeros.
    const auto place = static_cast<int>(hash64(seed) % static_cast<std::uint64_t>(2 * tasks));
    const auto spoil = [&](BuildBackends& transport) {
      auto& matrix = fault.of_density ? transport.density : transport.fock;
      matrix = std::make_unique<FaultyMatrix>(std::move(matrix), fault.fault, fault.second_build ? 1 : place);
    };
    note(trial, build(seed, prepared_.schwarz, spoil, fault.second_build), 0);
  }

  void try_bounds(Trial& trial, int seed) {
    if (!is_wanted(trial)) return;
    Matrix wrong = prepared_.schwarz;
    for (Eigen::Index a = 0; a < wrong.rows(); ++a)
      for (Eigen::Index b = 0; b <= a; ++b)
        if (unit_interval(hash_append(hash_append(seed, a), b)) < 0.1) wrong(a, b) = wrong(b, a) *= 0.01;
    note(trial, build(seed, view_of(wrong), {}), 0);  // of bounds, not of tasks
  }

  const Runtime& runtime_;
  const Options& options_;
  PreparedCase case_;
  PairData prepared_;
  BlockPartition partition_;
  Watchdog watchdog_;
  SpinMatrices density_;
  SpinMatrices right_;  // G of the seed's correct build
};

}  // namespace
}  // namespace fockproxy

int main(int argc, char** argv) {
  using namespace fockproxy;
  return run_program("perf_fault_power", argc, argv, [&](const Runtime& runtime) {
    const Options options = parse(argc, argv);
    return Trials(runtime, options).run() ? 0 : 1;
  });
}
