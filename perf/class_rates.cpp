// Quartets per second of our kernels by class of quartets, compared with the limits of the core.
//
//     perf_class_rates MOLECULE BASIS [--grain 130] [--in-flight 1] [--threshold 1e-10] [--simd auto] [--repeat 1]
//                      [--integrals own] [--gpu-peak TFLOP/S]
//
// Builds the Fock matrix for the density after one diagonalisation, on one rank. The grain is a name or a number of
// functions. Up to --in-flight tasks share the lanes. The builds use the kernels of the program, with a reading of the
// clock before and after each class of bra pairs. The readings slow the builds, but little if blocks are large. Prints
// a table of the last build, which was verified. With --integrals gpu, a table of builds on a GPU follows. Its
// operations are those that the core did for the same quartets.
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "digestion/digestor.hpp"
#include "digestion/fock_system.hpp"
#include "digestion/integral_choice.hpp"
#include "eri/core_limits.hpp"
#include "eri/simd_path.hpp"
#include "prepared_case.hpp"
#include "record/text_table.hpp"
#include "support/clock.hpp"

namespace fockproxy {
namespace {

struct Work {
  eri::KernelCounts counts;
  eri::TaskCounts done;
  double seconds = 0;  // integrals and digestion

  Work& operator+=(const Work& other) {
    counts += other.counts;
    done.quartets += other.done.quartets;
    done.integrals += other.done.integrals;
    seconds += other.seconds;
    return *this;
  }
};

std::map<std::pair<const eri::ClassView*, const eri::ClassView*>, Work> work_of_class;  // by bra and ket
std::vector<const eri::KernelSet*> kernels_in_use;                                      // the widest first

// Replaces the kernels of a level: digests the classes of bra pairs one by one, each between two readings of the clock.
template <int level>
void digest_by_class(const eri::KetTask& task, eri::Workspace& workspace, eri::KernelCounts& counts) {
  for (const eri::BraList& list : std::span(task.bras.lists, static_cast<std::size_t>(task.bras.count))) {
    Work work;
    std::vector<eri::TaskCounts> done(static_cast<std::size_t>(task.sides.tasks));
    const eri::BatchSides sides{task.sides.of, done.data(), task.sides.tasks};
    const double start = now();
    kernels_in_use[level]->digest_ket_class({task.screen, sides, task.ket, {&list, 1}, task.boys, task.done, true},
                                            workspace, work.counts);
    work.seconds = now() - start;
    counts += work.counts;
    for (std::size_t t = 0; t < done.size(); ++t) {
      work.done.quartets += done[t].quartets;
      work.done.integrals += done[t].integrals;
      task.sides.counts[t].quartets += done[t].quartets;
      task.sides.counts[t].integrals += done[t].integrals;
    }
    work_of_class[{list.view, task.ket.view}] += work;
  }
}

std::vector<eri::KernelSet> measured(const eri::KernelSet& widest) {
  constexpr eri::DigestKetClass levels[] = {digest_by_class<0>, digest_by_class<1>, digest_by_class<2>,
                                            digest_by_class<3>};
  std::vector<eri::KernelSet> sets;
  for (const eri::KernelSet* kernels = &widest; kernels != nullptr; kernels = kernels->narrower) {
    if (sets.size() == std::size(levels)) throw std::logic_error("more widths of kernels than expected");
    kernels_in_use.push_back(kernels);
    sets.push_back(*kernels);
    sets.back().digest_ket_class = levels[sets.size() - 1];
  }
  for (std::size_t i = 0; i < sets.size(); ++i) sets[i].narrower = i + 1 < sets.size() ? &sets[i + 1] : nullptr;
  return sets;
}

// For example "s2 s": the shells of a pair by angular momentum, with the numbers of contractions.
std::string pair_name(const eri::ClassView& view) {
  const auto shell = [](int functions, int columns) {
    int l = 0;
    while (functions != 2 * l + 1) ++l;
    return "spdfghik"[l] + (columns > 1 ? std::to_string(columns) : std::string());
  };
  return shell(view.components_a, view.columns_a) + " " + shell(view.components_b, view.columns_b);
}

// For example "(p s|s2 s)".
std::string name_of(const eri::ClassView& bra, const eri::ClassView& ket) {
  return "(" + pair_name(bra) + "|" + pair_name(ket) + ")";
}

// The pairs of a class of quartets, without regard to which is the bra.
std::pair<std::string, std::string> unordered(const eri::ClassView& bra, const eri::ClassView& ket) {
  return std::minmax<std::string>({pair_name(bra), pair_name(ket)});
}

// The nearer of the two limits, if one is near. Otherwise the part of the work with most of the time, which then goes
// into instructions that neither multiply nor load, and into waits for results.
std::string bound_by(double of_peak, double of_l1, const eri::KernelTicks& ticks) {
  constexpr double near = 0.5;
  if (std::max(of_peak, of_l1) >= near) return of_peak > of_l1 ? "multiply-adds" : "L1 loads";
  const std::pair<double, const char*> parts[] = {{ticks.hermite, "R_tuv"},
                                                  {ticks.contraction, "contraction"},
                                                  {ticks.digestion, "digestion"},
                                                  {ticks.around(), "rows, loops"}};
  const auto [part, name] = *std::ranges::max_element(parts, {}, &std::pair<double, const char*>::first);
  constexpr double few = 20;  // samples
  return ticks.samples < few ? "-" : fmt::format("{} {:.0f}%", name, 100 * part / ticks.all);
}

void add_row(TextTable& table, const std::string& name, const Work& work, double all_seconds,
             const eri::CoreLimits& limits) {
  const eri::KernelCounts& c = work.counts;
  const double flops = c.full_flops + c.single_flops;
  // The shares of the core's limits for multiply-adds, separately for each precision, and for loads.
  const double of_peak = (c.full_flops / limits.full_flops + c.single_flops / limits.single_flops) / work.seconds;
  const double of_l1 = c.bytes / limits.l1_bytes / work.seconds;
  table.add({name, fmt::format("{:.0f}", work.done.quartets), format_seconds(work.seconds),
             fmt::format("{:.1f}%", 100 * work.seconds / all_seconds),
             fmt::format("{:.3g}", work.done.quartets / work.seconds),
             fmt::format("{:.3g}", work.done.integrals / work.seconds),
             fmt::format("{:.0f}%", 100 * c.lanes_used / c.lanes), fmt::format("{:.0f}%", 100 * c.single_flops / flops),
             fmt::format("{:.1f}", 1e-9 * flops / work.seconds), fmt::format("{:.0f}%", 100 * of_peak),
             fmt::format("{:.0f}%", 100 * of_l1), bound_by(of_peak, of_l1, c.ticks)});
}

void print(const eri::CoreLimits& limits) {
  std::vector<std::pair<std::string, Work>> rows;
  Work all;
  for (const auto& [views, work] : work_of_class) {
    if (work.done.quartets == 0) continue;
    rows.emplace_back(name_of(*views.first, *views.second), work);
    all += work;
  }
  std::ranges::sort(rows, std::greater(), [](const auto& row) { return row.second.seconds; });
  TextTable table({"class", "quartets", "time", "share", "quartets/s", "integrals/s", "lanes used", "single", "GFLOP/s",
                   "of peak", "of L1", "bound by"});
  for (const auto& [name, work] : rows) add_row(table, name, work, all.seconds, limits);
  add_row(table, "all", all, all.seconds, limits);
  fmt::print(
      "Integrals and digestion by class of quartets\n"
      "{}  s2: two contractions of the same primitives. Clocks around every class slow this run down.\n"
      "  Operations are those of lanes that hold a quartet; single: how many of them are in single precision.\n"
      "  Bound by a limit of the core where half of it is reached, else what takes most time: R_tuv, that is\n"
      "  Hermite integrals and the Boys function; contraction; digestion; rows of D and F, screening, loops.\n"
      "  Peak: {:.1f} GFLOP/s in double precision, {:.1f} in single; from L1 {:.0f} GB/s, from L2 {:.0f}, "
      "measured now on this core.\n",
      table.str(), 1e-9 * limits.full_flops, 1e-9 * limits.single_flops, 1e-9 * limits.l1_bytes,
      1e-9 * limits.l2_bytes);
}

using GpuSeconds = std::map<std::pair<std::string, std::string>, double>;

// seconds: of all launches for a class. peak: of the GPU, in double precision, flop/s; 0: unknown.
void print_gpu(const GpuSeconds& seconds, double peak) {
  std::map<std::pair<std::string, std::string>, Work> work_of;
  for (const auto& [views, work] : work_of_class) work_of[unordered(*views.first, *views.second)] += work;
  std::vector<std::pair<std::string, Work>> rows;
  Work all;
  for (const auto& [pair, of_gpu] : seconds) {
    Work work = work_of[pair];
    work.seconds = of_gpu;
    rows.emplace_back("(" + pair.first + "|" + pair.second + ")", work);
    all += work;
  }
  std::ranges::sort(rows, std::greater(), [](const auto& row) { return row.second.seconds; });
  rows.emplace_back("all", all);
  TextTable table({"class", "quartets", "time", "share", "quartets/s", "single", "GFLOP/s", "of peak"});
  for (const auto& [name, work] : rows) {
    const double flops = work.counts.full_flops + work.counts.single_flops;
    table.add({name, fmt::format("{:.0f}", work.done.quartets), format_seconds(work.seconds),
               fmt::format("{:.1f}%", 100 * work.seconds / all.seconds),
               fmt::format("{:.3g}", work.done.quartets / work.seconds),
               fmt::format("{:.0f}%", flops > 0 ? 100 * work.counts.single_flops / flops : 0),
               fmt::format("{:.1f}", 1e-9 * flops / work.seconds),
               peak > 0 ? fmt::format("{:.1f}%", 100 * flops / work.seconds / peak) : "-"});
  }
  fmt::print(
      "Integrals and digestion by class of quartets, on the GPU\n"
      "{}  The thread waits for each class, which takes longer than a build. Operations are those of the core's "
      "build,\n"
      "  in either precision; of peak: of the given one in double precision. Classes that the GPU leaves to a core "
      "are\n"
      "  not here.\n",
      table.str());
}

struct Options {
  std::string molecule, basis, simd = "auto";
  std::string integrals = "own";
  double gpu_peak = 0;  // TFLOP/s
  std::string grain = "130";
  int in_flight = 1, repeat = 1;
  double threshold = 1e-10;
};

Options parse(int argc, char** argv) {
  if (argc < 3 || argc % 2 == 0)
    throw std::runtime_error(
        "perf_class_rates MOLECULE BASIS [--grain G] [--in-flight N] [--threshold X] [--simd PATH] "
        "[--repeat N] [--integrals own|gpu] [--gpu-peak TFLOP/S]");
  Options options{.molecule = argv[1], .basis = argv[2]};
  for (int i = 3; i < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--grain") options.grain = value;
    else if (name == "--in-flight") options.in_flight = std::stoi(value);
    else if (name == "--threshold") options.threshold = std::stod(value);
    else if (name == "--simd") options.simd = value;
    else if (name == "--repeat") options.repeat = std::stoi(value);
    else if (name == "--integrals" && (value == "own" || value == "gpu")) options.integrals = value;
    else if (name == "--gpu-peak") options.gpu_peak = std::stod(value);
    else throw std::runtime_error("unknown option " + name);
  }
  return options;
}

void run(const Runtime& runtime, const Options& options) {
  if (runtime.world().size() != 1) throw std::runtime_error("one rank, please: the rates are those of a core");
  const PreparedCase prepared(runtime.world(), options.molecule, options.basis);
  const PairData data(runtime.world(), prepared.basis, options.threshold);
  const BlockPartition partition = make_partition(prepared.basis, Grain::parse(options.grain));
  const FockSystem system{data.pairs, data.schwarz, partition, prepared.problem.spins()};
  FockConfig config{.integrals = {.threshold = options.threshold}, .counter = "static"};
  config.blocks.matrix = "local";
  config.blocks.in_flight = options.in_flight;
  config.dealing.chunk = options.in_flight;
  Watchdog watchdog(0, 0);
  const SpinDense g = FockBuilder({runtime, watchdog}, system, config).build(prepared.guess).result().g;
  const SpinDense density = lowest_density(prepared.problem, fock_matrices(prepared.problem, g));

  const eri::SimdPath& path = eri::simd_paths()[eri::find_simd_path(options.simd)];
  const std::vector<eri::KernelSet> kernels = measured(*path.kernels);
  BuildBackends backends = make_backends(runtime, system.layout(), config);
  backends.digestor = [&](std::unique_ptr<Digestor>) { return make_digestor({&kernels.front()}, system, watchdog); };
  FockBuilder builder({runtime, watchdog}, system, config, std::move(backends));
  for (int build = 0; build < options.repeat; ++build) {
    work_of_class.clear();
    builder.build(density).result();  // throws if it is not verified
  }
  print(eri::measure_core(*path.kernels));
  if (options.integrals != "gpu") return;

  config.integrals.source = "gpu";
  GpuSeconds seconds;
  BuildBackends on_gpu = make_backends(runtime, system.layout(), config);
  on_gpu.class_seconds = [&](const eri::ClassView& bra, const eri::ClassView& ket, double more) {
    seconds[unordered(bra, ket)] += more;
  };
  FockBuilder gpu_builder({runtime, watchdog}, system, config, std::move(on_gpu));
  for (int build = 0; build < options.repeat + 1; ++build) {  // the first one loads the kernels
    seconds.clear();
    gpu_builder.build(density).result();
  }
  print_gpu(seconds, 1e12 * options.gpu_peak);
}

}  // namespace
}  // namespace fockproxy

int main(int argc, char** argv) {
  using namespace fockproxy;
  return run_program("perf_class_rates", argc, argv, [&](const Runtime& runtime) {
    run(runtime, parse(argc, argv));
    return 0;
  });
}
