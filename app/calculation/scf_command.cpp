// fockproxy scf: a whole self-consistent field calculation on the distributed Fock builder.
#include <fmt/format.h>

#include <cmath>

#include "app/calculation/calculation.hpp"
#include "app/calculation/checkpoint.hpp"
#include "app/calculation/matrix_file.hpp"
#include "app/calculation/report_json.hpp"
#include "app/calculation/run_report.hpp"
#include "record/json.hpp"
#include "record/operations.hpp"
#include "scf/diagnosis.hpp"

namespace fockproxy {

namespace {

struct ScfCommandOptions : CalculationOptions {
  ScfCommandOptions() { grain = "auto"; }

  std::string save_density;
  std::string checkpoint;
  std::string restart;
};

void print_iteration(const ScfIteration& it, const FockBuild& build, bool with_heading) {
  if (with_heading)
    fmt::print("  it      energy/hartree        change  DIIS error  Fock, s      tasks       quartets  threshold\n");
  fmt::print("{:4} {:>19.10f} {:>13} {:11.2e} {:8.3f} {:>10} {:>14}  {:9.1e}  {}\n", it.number, it.energy,
             it.number == 1 ? "" : fmt::format("{:.3e}", it.change), it.error, build.seconds, build.tasks,
             build.quartets, it.threshold, it.full_build ? "full" : "difference");
  std::fflush(stdout);
}

void print_orbitals(const ScfResult& result, std::array<int, 2> occupied) {
  for (std::size_t s = 0; s < result.orbitals.size(); ++s) {
    const Vector& e = result.orbitals[s].energies;
    fmt::print("\n  orbital energies{}, hartree ({} occupied)",
               result.orbitals.size() == 1 ? "" : (s == 0 ? ", alpha" : ", beta"), occupied[s]);
    const Eigen::Index shown = std::min<Eigen::Index>(e.size(), occupied[s] + 8);
    for (Eigen::Index i = 0; i < shown; ++i)
      fmt::print("{}{:11.5f}", i % 8 == 0 ? "\n  " : i == occupied[s] ? " |" : "  ", e(i));
    if (shown < e.size()) fmt::print("\n    ... and {} more in the JSON file", e.size() - shown);
    fmt::print("\n");
  }
}

void print_stability(const Stability& analysis) {
  if (!analysis.lowest_eigenvalue && analysis.lowest_triplet)
    fmt::print(
        "  the solution is stable, also as a UHF one (lowest eigenvalue of the orbital Hessian {:.4f}, "
        "triplet)\n",
        *analysis.lowest_triplet);
  if (analysis.lowest_eigenvalue)
    fmt::print(
        "  {} (lowest eigenvalue of the orbital Hessian {:.4f})\n",
        analysis.stable ? "the solution is internally stable" : "the search left a saddle point towards lower energy",
        *analysis.lowest_eigenvalue);
  if (analysis.stable && !analysis.stable_as_uhf())
    fmt::print(
        "  a UHF solution lies below this RHF one (triplet eigenvalue of the Hessian {:.4f} or less): --uhf "
        "goes there\n",
        *analysis.lowest_triplet);
}

void print_result(const HartreeFockProblem& problem, const ScfResult& result) {
  const Energies& e = result.energies;
  const Properties& p = result.properties;
  fmt::print("\nEnergies, hartree\n");
  const auto line = [](const char* name, double value) { fmt::print("  {:<19}{:20.10f}\n", name, value); };
  line("nuclear repulsion", e.nuclear);
  line("one-electron", e.one_electron);
  line("two-electron", e.two_electron);
  line("total", e.total());
  fmt::print("\nProperties\n");
  const auto energy = [](std::optional<double> x) { return x ? fmt::format("{:.6f}", *x) : std::string("none"); };
  fmt::print("  HOMO {}, LUMO {}, gap {} hartree\n", energy(p.homo), energy(p.lumo), energy(p.gap()));
  constexpr double debye_per_atomic_unit = 2.541746473;
  const double size = std::hypot(p.dipole[0], p.dipole[1], p.dipole[2]);
  const auto rounded = [](double x) { return std::round(1e6 * x) / 1e6 + 0.0; };  // no "-0.000000"
  fmt::print("  dipole {:.6f} {:.6f} {:.6f} e bohr (size {:.6f} = {:.4f} debye){}\n", rounded(p.dipole[0]),
             rounded(p.dipole[1]), rounded(p.dipole[2]), size, size * debye_per_atomic_unit,
             problem.molecule.charge != 0 ? ", about the origin of the coordinates" : "");
  fmt::print("  virial ratio -V/T {:.6f}\n  <S2> {:.6f} (exact {:.6f})\n", p.virial_ratio, p.s_squared,
             p.s_squared_exact);
  for (const Stability& analysis : result.stability) print_stability(analysis);
  print_orbitals(result, problem.occupied);
  fmt::print("\n");
}

// Why there is no valid result; empty if the result is valid. Collective.
std::string failure_of(const Calculation& c, const ScfResult& result) {
  // Hartree. Errors of F mostly cancel: the error seen in the energy was at most a thousandth of the uncertainty.
  constexpr double bearable = 0.1;
  constexpr double bearable_thresholds = 1e5;  // coarse screening gives no exact energy
  constexpr double large_element = 100;  // of the density; larger elements mean nearly linearly dependent functions
  const double error = c.history.builds().back().neglected.promise();
  const double uncertainty = energy_uncertainty(result.density, error);
  const double largest = largest_element(result.density);
  const std::string dependent = fmt::format(
      "the density has elements of up to {:.0e}, probably because functions are nearly "
      "linearly dependent: try a larger --linear-dependence than {:g}",
      largest, c.options.linear_dependence);
  if (uncertainty > std::max(bearable, bearable_thresholds * c.history.threshold()))
    return fmt::format("the energy is not to be trusted: an error of F of {:.0e} hartree may change it by {:.0e}; {}",
                       error, uncertainty, dependent);
  if (!result.converged)
    return fmt::format("the SCF did not converge within {} iterations: {}", c.options.scf.max_iterations,
                       largest > large_element ? dependent : why_not_converged(result, c.options.scf));
  return "";
}

// Checks G of the last density. It is one full build if the SCF converged; otherwise it may be the sum of several
// builds.
void check_fully(Calculation& c, const ScfResult& result) {
  int builds = 1;
  for (auto it = result.iterations.rbegin(); it != result.iterations.rend() && !it->full_build; ++it) ++builds;
  if (builds > std::ssize(c.history.builds())) {
    if (c.is_root())
      fmt::print("note: G contains builds from before the restart, so --verify full did not check it\n\n");
    return;
  }
  FullVerification full(c.context, c.system.basis);
  c.history.check_fully(full, result.density, result.two_electron, builds);
}

ExitCode run_scf_command(const CommandContext& context, const ScfCommandOptions& options) {
  const Communicator& world = context.runtime.world();
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  const double start = now();
  System system(context, options, true);
  if (options.dry_run) print_plan(context, options, system, options.scf.max_iterations);
  check_memory(context, options, system, options.scf.max_iterations);
  if (options.dry_run) return ExitCode::success;
  MatrixFile density_file(context, options.save_density, density_kind, system);
  Checkpoint checkpoint(context, options.checkpoint, options, system);
  ScfState state;
  if (!options.restart.empty())
    state = read_scf_state(system.algebra->grid(), options.restart, scf_identity(options, system));
  const int done = static_cast<int>(state.iterations.size());
  if (world.is_root()) print_system(context, system);

  Calculation c(context, options, std::move(system));
  c.print_header();
  if (c.is_root()) c.print_notes();
  RunReport report;
  report.command = "scf";
  report.iterations = options.scf.max_iterations;
  ScfResult result;
  try {
    if (options.restart.empty()) state.density = c.guess.density;
    else if (c.is_root()) fmt::print("restarted after iteration {}, from {}\n\n", done, options.restart);
    result = run_scf(
        c.problem, std::move(state), c.scf_builders(), options.scf,
        {.done = [&](const ScfIteration& it) { print_iteration(it, c.history.builds().back(), it.number == done + 1); },
         .reached = [&](const ScfState& reached) { checkpoint.write(reached); }});
    if (options.verify == "full") check_fully(c, result);
    report.failure = failure_of(c, result);
  } catch (const VerificationFailure& error) {
    report.failure = error.what();
  }

  report.phases = {{"orbital Hessian", result.hessian_seconds},
                   {"DIIS and diagonalisation", result.linear_algebra_seconds}};
  if (!options.checkpoint.empty()) report.phases.push_back({"checkpoints", checkpoint.seconds()});
  report.phases.push_back({"total", now() - start});
  report.results = [&](Json& json) {
    if (report.failure.empty()) print_result(c.problem, result);
    json["scf"] = scf_json(c.problem, result);
    json["scf"]["restarted_after"] = options.restart.empty() ? Json(nullptr) : Json(done);
    json["scf"]["checkpoint"] = checkpoint.report();
  };
  finish(c, report, json_file);
  density_file.write(result.density);
  return ExitCode::success;
}

class ScfCommand : public SubcommandWith<ScfCommandOptions> {
 public:
  const char* name() const override { return "scf"; }
  const char* summary() const override { return "Hartree-Fock SCF on the distributed Fock builder"; }

  void add_options(CLI::App& command) override {
    options_.add(command);
    const Group group = options_.convergence(command);
    group.array_file("--save-density", options_.save_density, "write the final density to this file");
    group.array_file("--checkpoint", options_.checkpoint,
                     "write the state that --restart needs to this file after every iteration", "--restart");
    group.input_file("--restart", options_.restart, "continue from this checkpoint, on any number of ranks");
  }
  void resolve() override {
    options_.resolve();
    require(!options_.dry_run || (options_.save_density.empty() && options_.checkpoint.empty()),
            "--dry-run computes nothing: leave out the options that write a file");
  }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_scf_command(context, options_); }
};

}  // namespace

std::unique_ptr<Subcommand> make_scf_command() { return std::make_unique<ScfCommand>(); }

}  // namespace fockproxy
