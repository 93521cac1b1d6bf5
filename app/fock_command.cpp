// fockproxy fock: the Fock build alone, repeated; the thing to benchmark.
#include <fmt/format.h>

#include <algorithm>

#include "calculation.hpp"
#include "commands.hpp"
#include "density_file.hpp"
#include "parallel/agreement.hpp"
#include "record/operations.hpp"
#include "record/text_table.hpp"
#include "report_json.hpp"
#include "scf/core_hamiltonian.hpp"

namespace fockproxy {

namespace {

bool is_computed(const std::string& density) { return density == "first" || density == "guess" || density == "scf"; }

// The density in the file that --density names, the same on every rank; empty when it names none. Collective.
SpinMatrices stored_density(const CommandContext& context, const Options& options, const System& system) {
  if (is_computed(options.density)) return {};
  SpinMatrices density(system.spins(), Matrix(system.basis.functions(), system.basis.functions()));
  on_root(context.runtime.world(), [&] { density = read_density(options.density, system); });
  broadcast(context.runtime.world(), density);
  return density;
}

// The density that --density names. Collective; builds made on the way are verified, then forgotten.
SpinMatrices make_density(Calculation& c, const SpinMatrices& stored) {
  const std::string& kind = c.options.density;
  if (!is_computed(kind)) return stored;
  SpinMatrices density = c.guess.density;
  if (kind == "first") density = lowest_density(c.problem, fock_matrices(c.problem, c.history.build(density)));
  if (kind == "scf") {
    const ScfResult result = run_scf(c.problem, density, c.history, c.scf_options());
    if (!result.converged) throw ComputationError("the SCF for --density scf did not converge");
    density = result.density;
  }
  c.history.forget();
  return density;
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

}  // namespace

ExitCode run_fock_command(const CommandContext& context, const Options& options) {
  const Communicator& world = context.runtime.world();
  std::optional<JsonFile> json_file;
  on_root(world, [&] {
    if (!options.json.empty()) json_file.emplace(options.json);
  });
  System system(context, options);
  if (options.dry_run) print_plan(context, options, system);
  check_memory(context, options, system, options.density == "scf");
  if (options.dry_run) return ExitCode::success;
  const SpinMatrices stored = stored_density(context, options, system);
  if (world.is_root()) print_system(context, system);

  Calculation c(context, options, std::move(system));
  c.print_header();
  if (c.is_root()) c.print_notes();
  const Json provenance = provenance_json(context);
  std::string failure;
  try {
    const SpinMatrices density = make_density(c, stored);
    for (int n = 0; n < options.repeat; ++n) c.history.build(density, 1);
  } catch (const VerificationFailure& error) {
    failure = error.what();
  }

  on_root(world, [&] {
    Json json{{"schema_version", json_schema_version},
              {"command", "fock"},
              {"provenance", provenance},
              {"config", config_json(options, c.builder)},
              {"molecule", molecule_json(c.system)}};
    json["config"]["density"] = options.density;
    json["config"]["repeat"] = options.repeat;
    const Verification& verification = c.history.verification();
    if (verification.passed()) {
      std::vector<Phase> phases = c.preparation_phases();
      for (const Phase& phase : c.build_phases()) phases.push_back(phase);
      print_builds(c.history.builds());
      print_phases(phases);
      print_time_tables(c.history.ranks());
      json["fock"] = fock_json(c.history);
      json["phases"] = phases_json(phases);
    }
    print_verification(verification);
    json["verification"] = verification_json(verification);
    if (json_file) json_file->write(json);
    if (!failure.empty()) throw ComputationError(failure);
  });
  return ExitCode::success;
}

}  // namespace fockproxy
