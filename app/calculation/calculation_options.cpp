#include "app/calculation/calculation_options.hpp"

#include <algorithm>
#include <cmath>

#include "app/calculation/named_input.hpp"
#include "app/shared/sizes.hpp"
#include "chem/data_directory.hpp"
#include "eri/simd_path.hpp"
#include "fock/block_cache.hpp"

namespace fockproxy {

void CalculationOptions::add_molecule(const Group& group) {
  group.input_file("molecule", molecule, "XYZ file, or the name of a molecule that comes with fockproxy",
                   find_molecule);
}

void CalculationOptions::add_molecule_or_input(CLI::App& command) {
  needs_molecule_ = true;
  const Group chemistry{command, "Chemistry"};
  add_molecule(chemistry);
  chemistry.option("--input", input,
                   "instead, one of those whose results are compared, and its basis: " + names_of(named_inputs()));
  chemistry.option("--units", units, "of the coordinates in an XYZ file: angstrom, bohr");
}

BasisLocation locate_basis(const std::string& name) {
  return find_basis_file(name, names_a_basis_file(name) ? "" : find_data_directory());
}

// What would make it another input is refused; --threshold has the default that it must have.
void CalculationOptions::take_input() {
  require(!needs_molecule_ || !molecule.empty() || !input.empty(),
          "a molecule is needed: a name, an XYZ file, or --input; see --help");
  if (input.empty()) return;
  const NamedInput* entry = find_entry(named_inputs(), input);
  require(entry != nullptr, "--input '" + input + "' is none of " + names_of(named_inputs()));
  const CalculationOptions own;
  require(molecule.empty(), "--input " + input + " names the molecule: leave '" + molecule + "' out");
  require((basis == own.basis || basis == entry->basis) && !cartesian && units == own.units && charge == own.charge &&
              multiplicity == own.multiplicity && !unrestricted &&
              fock.integrals.threshold == own.fock.integrals.threshold,
          "--input " + input + " is " + std::string(entry->summary) +
              ": its basis, units, charge, multiplicity, functions and threshold are not to be changed");
  molecule = entry->molecule;
  basis = entry->basis;
}

void CalculationOptions::add_chemistry(CLI::App& command) {
  const Group chemistry{command, "Chemistry"};
  chemistry.input_file("--basis", basis, "name of a basis set, or a Gaussian94 file",
                       [](const std::string& name) { return locate_basis(name).path; });
  chemistry.flag("--cartesian", cartesian, "Cartesian d, f, ... functions (6D) instead of spherical ones (5D)");
  chemistry.option("--charge", charge, "total charge");
  chemistry.option("--multiplicity", multiplicity, "2S+1 (default: 1, or 2 for an odd number of electrons)");
  chemistry.flag("--uhf", unrestricted, "UHF also for a closed shell");
  chemistry.option("--guess", guess, "starting density: sad (superposition of atomic densities) or core");
  chemistry.option("--threshold", fock.integrals.threshold,
                   "screening threshold tau, hartree; 0 computes every quartet");
  chemistry.option("--integrals", integrals, "where they come from: own (kernels of this program), libint");
  chemistry.option("--simd", simd, "instruction set of the own kernels: auto, " + names_of(eri::simd_paths()));
  chemistry.option("--precision", precision,
                   "of the own kernels: mixed (single precision where its error is a tenth of what screening drops), "
                   "double");
  chemistry.option("--solve", solve,
                   "who does the dense algebra, and how: auto (the fastest, by trials), " + names_of(solver_table()));
  chemistry.option("--linear-dependence", linear_dependence, "overlap eigenvalues below this are dropped");
}

void CalculationOptions::add_completion(const Group& group) {
  group.option("--layout", layout,
               "a block at its owner (rma): tiled (contiguous), strided, rows (strided, and whole rows are moved)");
  group.option("--complete", complete,
               "each operation before the next; a task's together, by a flush or their requests: each, batch, request");
  group.option("--epoch", epoch, "of the windows (rma): whole (one for the build), each (one for each operation)");
  group.option("--accumulate-completion", accumulate_completion, "when an accumulate is done: local, remote");
}

void CalculationOptions::add(CLI::App& command) {
  add_molecule_or_input(command);
  add_chemistry(command);

  const Group distribution{command, "Distribution of the work"};
  dealing.add(distribution, fock);
  distribution.option("--grain", grain,
                      "block size: shell, atom, auto, or a number of functions (default: auto in scf and with --input, "
                      "else atom)");
  threads.add(distribution, fock);

  const Group communication{command, "Communication"};
  communication.option("--matrix", matrix, "where D and F live: " + names_of(matrix_table()));
  communication.option("--cache", cache, "blocks kept between tasks: " + names_of(cache_table()));
  communication.option("--window", window, std::string("MPI windows of our own: ") + all_window_kinds);
  add_completion(communication);
  communication.option("--global-sum", global_sum, "of whole matrices: auto, " + names_of(global_sum_table()));
  communication.option("--sum-chunk", sum_chunk, "of the matrix that goes together: 64k, 1M");
  communication.option("--progress", progress,
                       "what moves communication on a busy rank: " + names_of(progress_table()));
  progress_arguments.add(communication);
  thread_level.add(communication);

  const Group group{command, "Checks and output"};
  group.option("--verify", verify,
               "how much: sample (2% of the time, its power stated), full (all of F against Libint, too)");
  group.option("--seed", fock.seed, "of the checksums and of what is recomputed", not_negative);
  group.flag("--trust-stack", trust_stack, "compute also where the quick check of MPI and Global Arrays fails");
  output.add(group);
  trace.add(group);
  group.flag("--dry-run", dry_run, "print sizes and memory per rank, compute nothing");

  const Group scf_group = convergence(command);
  scf_group.option("--energy-tolerance", scf.energy_tolerance, "largest change of the energy, hartree");
  scf_group.option("--gradient-tolerance", scf.error_tolerance, "largest element of X^T(FDS-SDF)X");
  scf_group.option("--max-iterations", scf.max_iterations,
                   "give up after this many, counted afresh after a saddle point");
  scf_group.flag("--stability,!--no-stability", stability,
                 "analyse converged solutions and leave saddle points (the default)");
  scf_group.option("--level-shift", scf.level_shift, "added to virtual orbital energies far from convergence, hartree");
  scf_group.flag("--incremental,!--no-incremental", scf.incremental,
                 "build G from changes of the density (the default)");
}

void CalculationOptions::resolve() {
  take_input();
  length_unit = choose<LengthUnit>("--units", units, "angstrom, bohr", parse_length_unit);
  MatrixOptions& matrices = fock.exchange.matrices;
  matrices.window = choose<WindowKind>("--window", window, all_window_kinds, parse_window_kind);
  matrices.storage = choose<BlockStorage>("--layout", layout, "tiled, strided, rows", parse_block_storage);
  matrices.issue = choose<Issue>("--complete", complete, "each, batch, request", parse_issue);
  matrices.epoch = choose<Epoch>("--epoch", epoch, "whole, each", parse_epoch);
  matrices.completion = choose<AccumulateCompletion>("--accumulate-completion", accumulate_completion, "local, remote",
                                                     parse_accumulate_completion);
  require(!dry_run || (output.json.empty() && trace.file.empty()), "--dry-run computes nothing that could be written");
  require(verify == "sample" || verify == "full", "--verify '" + verify + "' is none of sample, full");
  require(guess == "sad" || guess == "core", "--guess '" + guess + "' is none of sad, core");
  guess_kind = guess == "sad" ? GuessKind::sad : GuessKind::core;
  if (const auto* solver = chosen_unless_auto("--solve", solve, solver_table())) supported(*solver, "--solve");
  dealing.resolve(fock);
  threads.resolve(fock);
  require(fock.threads.count == 1 || trace.file.empty(),
          "--threads with --trace: UNSUPPORTED: a trace has one line of events a rank");
  fock.exchange.matrix = chosen("--matrix", matrix, matrix_table());
  if (const auto* method = chosen_unless_auto("--global-sum", global_sum, global_sum_table()))
    matrices.sum.method = *method;
  matrices.sum.chunk = std::max<std::size_t>(parse_bytes("--sum-chunk", sum_chunk, 1 << 30) / sizeof(double), 1);
  fock.exchange.cache = chosen("--cache", cache, cache_table());
  fock.progress.strategy = chosen("--progress", progress, progress_table());
  if (grain.empty()) grain = input.empty() ? "atom" : "auto";
  Grain::parse(grain);
  needs();
  fock.progress.options = progress_arguments.resolve(fock.effective_progress().helper);

  require(std::isfinite(fock.integrals.threshold) && fock.integrals.threshold >= 0 && fock.integrals.threshold <= 1e-2,
          "--threshold must be between 0 and 0.01");
  fock.integrals.source = chosen("--integrals", integrals, integral_table());
  fock.integrals.precision = chosen("--precision", precision, precision_table());
  fock.integrals.simd = find_entry(eri::simd_paths(), simd);
  require(fock.integrals.simd != nullptr || simd == "auto",
          "--simd '" + simd + "' is none of auto, " + names_of(eri::simd_paths()));
  require(multiplicity >= 0, "--multiplicity must be at least 1");
  scf.stability = stability;
  require(scf.max_iterations >= 1, "--max-iterations must be at least 1");
  require(std::isfinite(scf.energy_tolerance) && scf.energy_tolerance > 0, "--energy-tolerance must be above 0");
  require(std::isfinite(scf.error_tolerance) && scf.error_tolerance > 0, "--gradient-tolerance must be above 0");
  require(std::isfinite(scf.level_shift) && scf.level_shift >= 0, "--level-shift must be at least 0");
  require(linear_dependence >= 0 && linear_dependence < 1, "--linear-dependence must be between 0 and 1");
  output.resolve();
  trace.resolve();
}

RuntimeOptions CalculationOptions::needs() const {
  RuntimeOptions needs = runtime_needs(fock);
  needs.accept_faulty_global_arrays = true;  // the stack check refuses them, unless told to trust
  const std::string who = fock.threads.count > 1 && fock.threads.calls->thread_level == needs.thread_level
                              ? "--thread-calls " + threads.calls
                          : progress == "none" ? "--counter " + dealing.counter
                                               : "--progress " + progress;
  return thread_level.apply(needs, who);
}

}  // namespace fockproxy
