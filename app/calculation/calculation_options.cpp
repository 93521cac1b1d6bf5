#include "app/calculation/calculation_options.hpp"

#include "app/calculation/named_input.hpp"
#include "chem/data_directory.hpp"

namespace fockproxy {

void CalculationOptions::add_molecule(const Group& group) {
  group.input_file("molecule", molecule, "XYZ file, or the name of a molecule that comes with fockproxy",
                   find_molecule);
}

void CalculationOptions::add_molecule_or_input(CLI::App& command) {
  needs_molecule_ = true;
  const Group chemistry{command, "Chemistry"};
  add_molecule(chemistry);
  chemistry.add({.name = "input",
                 .place = place(input),
                 .summary = "input of the figure of merit: a molecule and its basis, instead of your own",
                 .values = values_of(named_inputs()),
                 .key = "",
                 .see = "figure-of-merit.md"});
  chemistry.add(molecule_settings());
}

BasisLocation locate_basis(const std::string& name) {
  return find_basis_file(name, names_a_basis_file(name) ? "" : find_data_directory());
}

// Refuses options that would change the input. --threshold must have its default value.
void CalculationOptions::take_input() {
  require(!needs_molecule_ || !molecule.empty() || !input.empty(),
          "a molecule is needed: a name, an XYZ file, or --input; see --help");
  if (input.empty()) return;
  const NamedInput* entry = find_entry(named_inputs(), input);
  const CalculationOptions own;
  require(molecule.empty(), "--input " + input + " names the molecule: leave '" + molecule + "' out");
  require((basis == own.basis || basis == entry->basis) && !cartesian && length_unit == own.length_unit &&
              charge == own.charge && multiplicity == own.multiplicity && !unrestricted &&
              fock.integrals.threshold == own.fock.integrals.threshold,
          "--input " + input + " is " + std::string(entry->summary) +
              ": its basis, units, charge, multiplicity, functions and threshold are not to be changed");
  molecule = entry->molecule;
  basis = entry->basis;
}

Settings CalculationOptions::molecule_settings() {
  return {{.name = "units",
           .place = place(
               length_unit, [](LengthUnit unit) { return name_of(unit); }, parse_length_unit),
           .summary = "unit of the coordinates in an XYZ file, whatever its comment says",
           .values = {{"angstrom"}, {"bohr"}},
           .key = "",
           .see = "using.md#files-of-molecules-and-basis-sets"}};
}

Settings CalculationOptions::chemistry_settings() {
  std::vector<std::string> solvers;
  for (const SolverEntry& entry : solver_table()) solvers.emplace_back(entry.name);
  return joined(
      {{.name = "cartesian",
        .place = &cartesian,
        .summary = "Cartesian d, f, ... functions (6D) instead of spherical ones (5D)",
        .meaning = Meaning::problem},
       {.name = "charge", .place = &charge, .summary = "total charge", .meaning = Meaning::problem, .key = ""},
       {.name = "multiplicity",
        .place = &multiplicity,
        .summary = "2S+1; 0: the lowest, which is 1, or 2 for an odd number of electrons",
        .range = at_least(0),
        .meaning = Meaning::problem,
        .key = ""},
       {.name = "uhf", .place = &unrestricted, .summary = "UHF also for a closed shell", .meaning = Meaning::problem},
       {.name = "guess",
        .place = place(
            guess, [](GuessKind kind) { return guess_name(kind); },
            [](const std::string& name) { return std::optional(name == "core" ? GuessKind::core : GuessKind::sad); }),
        .summary = "starting density",
        .values = {{"sad", "superposition of atomic densities"}, {"core", "orbitals of the core Hamiltonian"}},
        .meaning = Meaning::problem}},
      integral_settings(fock.integrals),
      Settings{{.name = "solve",
                .place = place(solve),
                .summary = "solver of the dense algebra of the SCF",
                .values = auto_or("the fastest in trials before an SCF", solver_table()),
                .documented = solvers,
                .see = "using.md#solvers"},
               {.name = "linear-dependence",
                .place = &linear_dependence,
                .summary = "eigenvectors of the overlap with eigenvalues below this are dropped",
                .range = {.least = 0, .most = 1, .below_most = true}}});
}

Setting CalculationOptions::grain_setting() {
  return {.name = "grain",
          .place = place(grain),
          .summary =
              "block size: shell, atom, auto, or a number of functions (default: auto in scf and with --input, "
              "else atom)",
          .see = "figure-of-merit.md#rules"};
}

Settings CalculationOptions::check_settings() {
  return {
      {.name = "verify",
       .place = place(verify),
       .summary = "how much is verified",
       .values = {{"sample", "recompute random tasks within 2% of the time, and state the power of this"},
                  {"full", "also compare all of F with that of Libint"}},
       .see = "computed-and-verified.md#verification"},
      {.name = "seed", .place = &fock.seed, .summary = "seed of the checksums and of the choice of what is recomputed"},
      {.name = "trust-stack",
       .place = &trust_stack,
       .summary = "compute even if the quick check of MPI and Global Arrays fails"}};
}

Settings CalculationOptions::convergence_settings() {
  return {{.name = "energy-tolerance",
           .place = &scf.energy_tolerance,
           .summary = "largest change of the energy, hartree",
           .range = above(0)},
          {.name = "gradient-tolerance",
           .place = &scf.error_tolerance,
           .summary = "largest element of X^T(FDS-SDF)X",
           .range = above(0)},
          {.name = "max-iterations",
           .place = &scf.max_iterations,
           .summary = "largest number of iterations; the count restarts after a saddle point",
           .range = at_least(1)},
          {.name = "stability",
           .place = &stability,
           .summary = "analyse converged solutions and leave saddle points (the default)",
           .negatable = true},
          {.name = "level-shift",
           .place = &scf.level_shift,
           .summary = "level shift: added to the energies of virtual orbitals far from convergence, hartree",
           .range = at_least(0)},
          {.name = "incremental",
           .place = &scf.incremental,
           .summary = "build G from changes of the density (the default)",
           .negatable = true}};
}

void CalculationOptions::add_chemistry(CLI::App& command) {
  const Group chemistry{command, "Chemistry"};
  chemistry.input_file("--basis", basis, "name of a basis set, or a Gaussian94 file",
                       [](const std::string& name) { return locate_basis(name).path; });
  chemistry.add(chemistry_settings());
}

void CalculationOptions::add(CLI::App& command) {
  add_molecule_or_input(command);
  add_chemistry(command);

  const Group distribution{command, "Distribution of the work"};
  distribution.add(dealing_settings(fock));
  distribution.add(grain_setting());
  distribution.add(thread_settings(fock));
  distribution.add(task_sleep_setting(fock));

  const Group communication{command, "Communication"};
  communication.add(block_settings(fock.blocks));
  communication.add(completion_settings(fock.blocks));
  communication.add(sum_setting(fock.blocks));
  communication.add(sum_settings(fock.blocks));
  communication.add(progress_setting(fock.progress));
  communication.add(progress_option_settings(fock.progress.options));
  communication.add(thread_level.setting());

  const Group group{command, "Checks and output"};
  group.add(check_settings());
  output.add(group);
  trace.add(group);
  group.add(unrecorded("dry-run", &dry_run, "print sizes and memory per rank, compute nothing"));

  convergence(command).add(convergence_settings());
}

void CalculationOptions::resolve(bool other_helper) {
  take_input();
  require(!dry_run || (output.json.empty() && trace.file.empty()),
          "--dry-run computes nothing: leave out the options that write a file");
  if (solve != "auto") supported(*Choice<SolverEntry>(solve), "--solve");
  require(fock.threads.count == 1 || trace.file.empty(),
          "--threads with --trace: UNSUPPORTED: a trace has the events of one thread per rank");
  fock.dealing.seed = fock.seed;
  if (grain.empty()) grain = input.empty() ? "atom" : "auto";
  Grain::parse(grain);
  needs();
  require_helper(fock.progress.options, other_helper || fock.effective_progress().helper);
  scf.stability = stability;
}

RuntimeOptions CalculationOptions::needs() const { return build_needs(fock, thread_level); }

}  // namespace fockproxy
