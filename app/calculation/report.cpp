#include "app/calculation/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/shared/dealing_report.hpp"
#include "app/shared/progress_report.hpp"
#include "app/shared/stack_words.hpp"
#include "eri/simd_path.hpp"
#include "parallel/mpi_introspection.hpp"
#include "parallel/openshmem.hpp"
#include "record/provenance.hpp"
#include "record/text_table.hpp"
#include "record/verdict_colours.hpp"

namespace fockproxy {

void print_fact(std::string_view name, std::string_view text) { fmt::print("  {:<11} {}\n", name, text); }

namespace {

std::string_view summary_of(const std::string& simd_path) {
  return eri::simd_paths()[eri::find_simd_path(simd_path)].summary;
}

std::string integrals_in_words(const IntegralOptions& integrals, const std::string& simd_path) {
  if (simd_path.empty()) return "Libint";
  const EngineEntry& source = *integrals.source;
  const std::string kernels = source.kernels ? std::string(source.summary)
                              : source.own_memory
                                  ? fmt::format("{}; the rest {}", source.summary, summary_of(simd_path))
                                  : fmt::format("own kernels, {}", summary_of(simd_path));
  return fmt::format("{}; {} precision", kernels, integrals.precision->name);
}

std::string per_task(double x) { return x == 0 ? "-" : fmt::format("{:.2f}", x); }

}  // namespace

std::string device_used(const Runtime& runtime, const EngineEntry& engine) {
  return engine.describe ? engine.describe(runtime) : "";
}

void print_device(const Runtime& runtime, const IntegralOptions& integrals) {
  const EngineEntry& source = *integrals.source;
  if (!source.device) return;
  const int streams = integrals.device_streams;
  print_fact("device", fmt::format("{}: {}; ranks wait by {}; {} blocks{}", source.name,
                                   source.describe ? device_used(runtime, source) : std::string(source.summary),
                                   integrals.device_wait.name(), integrals.effective_device_path().name,
                                   streams == 1 ? "" : fmt::format("; {} streams", streams)));
}

RankRecord total(const std::vector<RankRecord>& ranks) {
  RankRecord sum;
  for (const RankRecord& rank : ranks) sum += rank;
  return sum;
}

double operations_per_task(const std::vector<RankRecord>& ranks, OperationKind kind) {
  const RankRecord sum = total(ranks);
  return sum.tasks == 0 ? 0 : static_cast<double>(sum[kind].total_operations()) / static_cast<double>(sum.tasks);
}

double operations_per_task(const std::vector<RankRecord>& ranks, OperationKind kind, Target target) {
  const RankRecord sum = total(ranks);
  const auto operations = sum[kind].operations[static_cast<int>(target)];
  return sum.tasks == 0 ? 0 : static_cast<double>(operations) / static_cast<double>(sum.tasks);
}

double compute_share(const RankRecord& total) {
  return total.compute / (total.busy_seconds() + total.wait + total.broadcast + total.reduce);
}

double load_imbalance(const std::vector<RankRecord>& ranks) {
  double largest = 0, sum = 0;
  int workers = 0;
  for (const RankRecord& rank : ranks) {
    if (rank.idle) continue;
    largest = std::max(largest, rank.busy_seconds());
    sum += rank.busy_seconds();
    ++workers;
  }
  return sum > 0 ? largest * workers / sum : 1;
}

void print_stack(const Runtime& runtime) {
  print_fact("MPI", runtime.mpi_library().substr(0, runtime.mpi_library().find(',')));
  if (const std::string found = how_mpi_was_found(); !found.empty()) print_fact("", found);
  print_fact("", processes_in_words(runtime));
  for (const std::string& cure : runtime.cures()) print_fact("cured", cure);
  for (const std::string& setting : runtime.quietened()) print_fact("quiet", setting);
  if (!runtime.global_arrays_fault().empty()) print_fact("FAULTY", runtime.global_arrays_fault());
  for (const std::string& test : runtime.self_tests()) print_fact("tested", test);
  std::fflush(stdout);
}

void print_system(const CommandContext& context, const System& system) {
  const Molecule& molecule = system.molecule;
  const BasisSet& basis = system.basis;
  fmt::print("{}, {}\n\n", program_name(), system.method());
  print_fact("molecule", fmt::format("{}, {}, charge {}, multiplicity {}", molecule.formula(),
                                     plural(molecule.electrons(), "electron"), molecule.charge, molecule.multiplicity));
  print_fact("basis", fmt::format("{}, {} functions: {} in {}", basis.name(),
                                  basis.cartesian() ? "Cartesian (6D)" : "spherical (5D)", basis.functions(),
                                  plural(basis.shells(), "shell")));
  if (!basis.cartesian() && basis.max_angular_momentum() >= 2 &&
      (basis.name().starts_with("6-31") || basis.name().starts_with("3-21")))
    print_fact("", "(literature values for Pople sets with d functions use 6D: --cartesian)");
  print_stack(context.runtime);
  if (!system.solver_choice.trials.empty()) print_fact("algebra", describe(system.solver_choice));
}

void print_builder(const CommandContext& context, const CalculationOptions& options, const FockBuilder& builder,
                   std::int64_t tasks, const std::string& grain_note) {
  const BlockPartition& partition = builder.partition();
  const FockConfig& config = options.fock;
  int smallest = partition.largest_block();
  for (int b = 0; b < partition.blocks(); ++b) smallest = std::min(smallest, partition.functions(b));
  print_fact("blocks", fmt::format("{} of {} to {} functions (grain {}{})", partition.blocks(), smallest,
                                   partition.largest_block(), options.grain, grain_note));
  print_fact("integrals", integrals_in_words(config.integrals, builder.simd_path()));
  print_device(context.runtime, config.integrals);
  print_fact("tasks", fmt::format("{}, of which {} survive screening at {:g} with the first density",
                                  format_count(TaskRows(partition.blocks()).tasks()), format_count(tasks),
                                  config.integrals.threshold));
  print_distribution(context.runtime, config);
  fmt::print("\n");
  std::fflush(stdout);
}

void print_distribution(const Runtime& runtime, const FockConfig& config) {
  print_fact("counter", fmt::format("{}; progress {}", describe_dealing(config), config.effective_progress().name));
  if (const std::string tasks = describe_in_flight(config); !tasks.empty()) print_fact("in flight", tasks);
  if (config.threads.count > 1)
    print_fact("threads", fmt::format("{} of every rank; {}: {}", config.threads.count, config.threads.calls->name,
                                      config.threads.calls->summary));
  if (config.integrals.task_sleep > 0)
    print_fact("sleep", format_seconds(config.integrals.task_sleep) + " in every task, as if it computed");
  for (const std::string& line : describe_settings(runtime)) print_fact("", line);
  if (config.replicated()) {
    print_fact("matrix", "a copy on every rank (cache replicated): no block communication");
  } else {
    const MatrixOptions& matrices = config.blocks.matrices;
    const MatrixEntry& matrix = *config.blocks.matrix;
    std::string place = "memory of one process";
    if (matrix.has_windows)
      place = fmt::format("window {}, layout {}", describe(matrices.window), to_string(matrices.storage));
    if (matrix.needs_global_arrays) place = runtime.global_arrays_version();
    if (matrix.needs_openshmem) place = runtime.openshmem()->version();
    print_fact("matrix", fmt::format("{}, {}", matrix.name, place));
    print_fact("cache", fmt::format("{}; complete {}, accumulates {}", config.blocks.cache->name,
                                    to_string(matrices.issue), to_string(matrices.completion)));
  }
  if (config.blocks.sum->exact)
    print_fact("sum", fmt::format("{}: {}", config.blocks.sum.name(), config.blocks.sum->summary));
}

void print_builds(const std::vector<FockBuild>& builds) {
  TextTable table({"build", "seconds", "tasks", "quartets", "quartets/s"});
  std::vector<double> seconds;
  for (const FockBuild& build : builds) {
    seconds.push_back(build.seconds);
    table.add({std::to_string(seconds.size()), fmt::format("{:.4f}", build.seconds), format_count(build.tasks),
               format_count(build.quartets),
               fmt::format("{:.3g}", static_cast<double>(build.quartets) / build.seconds)});
  }
  std::ranges::sort(seconds);
  const std::size_t n = seconds.size();
  fmt::print("{}  median {:.4f} s, from {:.4f} to {:.4f}\n\n", table.str(),
             0.5 * (seconds[(n - 1) / 2] + seconds[n / 2]), seconds.front(), seconds.back());
}

void print_phases(const std::vector<Phase>& phases) {
  fmt::print("Time by phase, wall\n");
  TextTable table({"phase", "time"});
  for (const Phase& phase : phases) table.add({phase.name, format_seconds(phase.seconds)});
  fmt::print("{}\n", table.str());
}

namespace {

void print_times(const std::vector<RankRecord>& ranks) {
  const bool replicated = total(ranks).reduce > 0;
  const bool polled = total(ranks).poll > 0;
  fmt::print("Where the time of the Fock builds went, seconds by {}\n", has_threads(ranks) ? "rank.thread" : "rank");
  std::vector<std::string> header{"rank",     "compute",  "counter", "get",         "accum",
                                  "held get", "held acc", "fence",   "wait at end", "other"};
  if (polled) header.insert(header.begin() + 2, "poll");
  if (replicated) header.insert(header.end(), {"broadcast", "reduce"});
  header.push_back("tasks");
  TextTable times(header);
  for (const RankRecord& rank : ranks) {
    std::vector<std::string> row{worker_name(ranks, rank) + (rank.idle ? " idle" : "")};
    const auto add = [&](double seconds) { row.push_back(fmt::format("{:.4f}", seconds)); };
    add(rank.compute);
    if (polled) add(rank.poll);
    for (const auto& tally : rank.operations) add(tally.total_seconds());
    for (const double seconds : {rank.fence, rank.wait, rank.other}) add(seconds);
    if (replicated) {
      add(rank.broadcast);
      add(rank.reduce);
    }
    row.push_back(format_count(rank.tasks));
    times.add(std::move(row));
  }
  fmt::print("{}\n", times.str());
}

void print_communications(const std::vector<RankRecord>& ranks, const RankRecord& sum) {
  fmt::print("Communications per task, and what each took\n");
  TextTable communications(
      {"kind", "per task", "to self", "same node", "other node", "bytes each", "mean time", "mean, remote only"});
  for (int k = 0; k < operation_kinds; ++k) {
    const auto kind = static_cast<OperationKind>(k);
    const OperationTally& tally = sum[kind];
    const auto n = tally.total_operations();
    const auto remote = n - tally.operations[0];
    communications.add(
        {std::string(operation_kind_names[k]), per_task(operations_per_task(ranks, kind)),
         per_task(operations_per_task(ranks, kind, Target::self)),
         per_task(operations_per_task(ranks, kind, Target::same_node)),
         per_task(operations_per_task(ranks, kind, Target::other_node)),
         n == 0 ? "-" : fmt::format("{:.0f}", static_cast<double>(tally.total_bytes()) / static_cast<double>(n)),
         n == 0 ? "-" : format_seconds(tally.total_seconds() / static_cast<double>(n)),
         remote == 0 ? "-" : format_seconds((tally.seconds[1] + tally.seconds[2]) / static_cast<double>(remote))});
  }
  fmt::print("{}", communications.str());
}

}  // namespace

void print_time_tables(const std::vector<RankRecord>& ranks, std::string_view computing) {
  const RankRecord sum = total(ranks);
  print_times(ranks);
  print_communications(ranks, sum);
  if (sum.held_runs > 0)
    fmt::print("  a held block serves {:.1f} tasks in a row on average\n",
               static_cast<double>(sum.held_uses) / static_cast<double>(sum.held_runs));
  if (const std::string counts = describe_statistics(sum.statistics); !counts.empty())
    fmt::print("  dealing: {}\n", counts);
  if (sum.empty_tasks > 0)
    fmt::print("  tasks without a surviving quartet, which communicated nevertheless: {}\n",
               format_count(sum.empty_tasks));
  if (!std::ranges::all_of(ranks, &RankRecord::helper_inside_mpi))
    fmt::print("{}\n", sum.library_helper
                           ? "  no effect seen: on some rank no thread of the libraries ran during the builds"
                           : "  no helper: a progress thread had left MPI before the end");
  if (sum.tasks > 0)
    fmt::print(
        "\n  mean task {}, communication per task {}; load imbalance (max/mean busy) {:.3f}\n"
        "  {}: {:.1f}% of the time of all ranks, {:.1f}% of the time they were busy\n",
        format_seconds(sum.compute / static_cast<double>(sum.tasks)),
        format_seconds(sum.communication_seconds() / static_cast<double>(sum.tasks)), load_imbalance(ranks), computing,
        100 * compute_share(sum), 100 * sum.compute / sum.busy_seconds());
  fmt::print("\n");
  print_progress_table(ranks);
}

namespace {

// How much was recomputed, and which faults this would have found.
void print_coverage(const Coverage& c) {
  if (c.tasks == 0) return;
  fmt::print(
      "  recomputed by Libint, drawn at random: {} of {} tasks{}, {} quartets of {}, {} Schwarz bounds, "
      "{} dropped quartets\n"
      "  a fault in {:.2g}% of the tasks, or in {:.2g}% of the quartets, would have been found with {:g}% "
      "certainty\n",
      format_count(c.tasks_recomputed), format_count(c.tasks),
      c.tasks_in_part > 0 ? fmt::format(" ({} in part)", format_count(c.tasks_in_part)) : "",
      format_count(c.quartets_recomputed), format_count(c.quartets), format_count(c.bounds_recomputed),
      format_count(c.dropped_recomputed), 100 * c.smallest_share_of_tasks(), 100 * c.smallest_share_of_quartets(),
      100 * Coverage::certainty);
}

}  // namespace

void print_promise(const FockBuild& last) {
  fmt::print(
      "  F of the last build is promised to be within {:.1e} hartree of the unscreened one; neglected: some "
      "{:.1e}\n",
      last.neglected.promise(), last.neglected.size);
  if (last.grid)
    fmt::print("  exact sums in {} of {:.1e} hartree, which takes at most {:.1e} from it; hash {:016x}\n",
               last.grid->words() == 1 ? "words" : "pairs of words", last.grid->unit(), last.grid->resolution(),
               last.hash);
  fmt::print("\n");
}

void print_verification(const Verification& verification) {
  for (const Check& check : verification.checks()) {
    const std::string figures =
        check.allowed > 0 ? fmt::format("{:.1e}, at most {:.1e} allowed; ", check.deviation, check.allowed) : "";
    fmt::print("  {} {}: {}{}{}\n", coloured(check.passed() ? "ok  " : "FAIL"), check.name, figures, check.detail,
               check.builds > 1 ? fmt::format(" (the worst of {} builds)", check.builds) : "");
  }
  print_coverage(verification.coverage());
  fmt::print("VERIFICATION: {}\n", coloured(verification.passed() ? "PASS" : "FAIL " + verification.first_failure()));
}

}  // namespace fockproxy
