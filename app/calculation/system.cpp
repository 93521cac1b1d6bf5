#include "app/calculation/system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chem/data_directory.hpp"
#include "integrals/libint_session.hpp"
#include "parallel/agreement.hpp"
#include "record/operations.hpp"
#include "record/text_table.hpp"
#include "system/memory.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

namespace {

// Only rank 0 opens the file: a pipe can be read once, and only rank 0 has standard input.
TextFile read_once(const Communicator& world, const std::filesystem::path& path, std::string_view kind) {
  return TextFile(path, from_root(world, [&] { return read_text(path, kind); }));
}

using Notes = std::vector<std::string>;

void add_note(Notes& notes, const std::string& note) {
  if (!note.empty()) notes.push_back(note);
}

Molecule load_molecule(const CommandContext& context, const CalculationOptions& options, Notes& notes) {
  const Communicator& world = context.runtime.world();
  Molecule molecule;
  context.watchdog.mark("reading the input");
  const std::string path = from_root(world, [&] {
    add_note(notes, note_on_file(options.molecule));
    return find_molecule(options.molecule).string();
  });
  const TextFile text = read_once(world, path, xyz_kind);
  collectively(world, [&] { molecule = read_xyz(text, options.charge, options.multiplicity, options.length_unit); });
  notes.insert(notes.end(), molecule.notes.begin(), molecule.notes.end());
  return molecule;
}

// The basis set file may ask for Cartesian functions, because they are part of the basis set. --cartesian overrides it.
bool cartesian_functions(const BasisFile& file, const CalculationOptions& options, Notes& notes) {
  if (file.cartesian && *file.cartesian != options.cartesian)
    add_note(notes, place_in(file.path, 0) + (options.cartesian ? "says 'spherical', and --cartesian is obeyed"
                                                                : "says 'cartesian', which is obeyed, as --cartesian"));
  return options.cartesian || file.cartesian.value_or(false);
}

BasisSet load_basis(const CommandContext& context, const CalculationOptions& options, const Molecule& molecule,
                    Notes& notes) {
  const Communicator& world = context.runtime.world();
  std::optional<BasisSet> basis;
  BasisLocation found;
  found.path = from_root(world, [&] {
    add_note(notes, note_on_file(options.basis));
    found = locate_basis(options.basis);
    return found.path.string();
  });
  found.name = world.broadcast(found.name);
  const TextFile text = read_once(world, found.path, g94_kind);
  collectively(world, [&] {
    BasisFile file = read_g94(text);
    file.name = found.name;
    basis.emplace(molecule, file, cartesian_functions(file, options, notes));
    notes.insert(notes.end(), file.notes.begin(), file.notes.end());
    if (basis->max_angular_momentum() > LibintSession::max_angular_momentum())
      throw UsageError(fmt::format("basis set {} has functions with l = {} and this Libint was built for l <= {}",
                                   basis->name(), basis->max_angular_momentum(),
                                   LibintSession::max_angular_momentum()));
  });
  return std::move(*basis);
}

std::string_view simd_name(const CalculationOptions& options) {
  const eri::SimdPath* path = options.fock.integrals.simd;
  return path ? path->name : "auto";
}

// For Fock builds without an SCF: with at least so many functions, the ranks share the dense algebra if the build has
// ScaLAPACK. The matrices of one rank then take 200 MB.
constexpr int functions_to_share = 1000;

SolverChoice choose_solver(const CommandContext& context, const CalculationOptions& options, const BasisSet& basis,
                           int occupied, bool scf) {
  if (options.solve != "auto") return {Choice<SolverEntry>(options.solve)};
  const Communicator& world = context.world();
  // The order of summation of all other solvers depends on the ranks, and which solver is fastest varies from run to
  // run.
  if (options.fock.blocks.sum->exact) return {Choice<SolverEntry>("local")};
  if (scf) {
    context.watchdog.mark("trying the solvers");
    return fastest_solver(world, simd_name(options), basis.functions(), occupied);
  }
  const Choice<SolverEntry> shared("scalapack");
  const bool share = basis.functions() >= functions_to_share && world.size() > 1 && shared->make;
  return {share ? shared : Choice<SolverEntry>("local")};
}

RankPlacement placement_of(const Runtime& runtime) {
  const std::vector<int>& nodes = runtime.node_of_rank();
  const auto on_node = std::ranges::count(nodes, runtime.node_of(runtime.world().rank()));
  return {runtime.world().size(), static_cast<int>(on_node), std::max(0.0, resident_bytes())};
}

}  // namespace

System::System(const CommandContext& context, const CalculationOptions& options, bool scf)
    : molecule(load_molecule(context, options, notes)),
      basis(load_basis(context, options, molecule, notes)),
      unrestricted(options.unrestricted || molecule.multiplicity != 1),
      solver_choice(choose_solver(context, options, basis, molecule.alpha_electrons(), scf)),
      solver(solver_choice.solver),
      algebra(solver->make(context.world(), simd_name(options))),
      placement(placement_of(context.runtime)),
      stability(options.stability) {
  if (!context.world().is_root()) return;
  for (const std::string& note : notes) fmt::print(stderr, "fockproxy: note: {}\n", note);
}

std::vector<MemoryItem> System::memory(const BlockPartition& partition, const FockConfig& config,
                                       int iterations) const {
  return memory_per_rank(partition, basis, spins(), placement, config, {iterations, ranks_of_algebra(), stability});
}

std::string describe(const SolverChoice& choice) {
  std::string text = choice.solver.name();
  if (choice.trials.empty()) return text;
  const auto functions = choice.trials.back().functions;
  const char* before = ", the fastest of ";
  for (const SolverTrial& trial : choice.trials) {
    if (trial.functions != functions) continue;
    text += fmt::format("{}{} {}", before, trial.solver->name, format_seconds(trial.seconds));
    before = ", ";
  }
  return text + fmt::format(" an iteration with {} functions", functions);
}

PairData make_pairs(const CommandContext& context, const BasisSet& basis, double threshold, double& seconds) {
  context.watchdog.mark("Schwarz bounds");
  const double start = now();
  PairData pairs(context.world(), basis, threshold);
  seconds = now() - start;
  return pairs;
}

BlockPartition planned_partition(const CalculationOptions& options, const BasisSet& basis) {
  return make_partition(basis, Grain::parse(options.grain));
}

void check_memory(const CommandContext& context, const CalculationOptions& options, const System& system,
                  int iterations) {
  context.watchdog.mark("estimating the memory");
  collectively(context.world(), [&] {
    refuse_what_does_not_fit(system.memory(planned_partition(options, system.basis), options.fock, iterations),
                             system.placement.ranks_on_node);
  });
}

void print_plan(const CommandContext& context, const CalculationOptions& options, const System& system,
                int iterations) {
  if (!context.world().is_root()) return;
  const BlockPartition partition = planned_partition(options, system.basis);
  const auto [ranks, ranks_on_node, program] = system.placement;
  const auto items = system.memory(partition, options.fock, iterations);
  fmt::print("functions  {}\nshells     {}\nblocks     {} (grain {})\n", system.basis.functions(),
             system.basis.shells(), partition.blocks(), options.grain);
  fmt::print("tasks      {} before screening\n", format_count(TaskRows(partition.blocks()).tasks()));
  fmt::print("solver     {}\n", describe(system.solver_choice));
  fmt::print("memory     {} on the rank that needs most, of {}\n", format_bytes(bytes_per_rank(items, ranks_on_node)),
             ranks);
  for (const MemoryItem& item : items)
    if (item.bytes > 0)
      fmt::print(
          "  {:>9}  {}{}\n", format_bytes(item.bytes), item.what,
          item.once_a_node && ranks_on_node > 1 ? fmt::format(", once for the {} ranks of a node", ranks_on_node) : "");
}

}  // namespace fockproxy
