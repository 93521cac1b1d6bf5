// fockproxy fock: repeated Fock builds without an SCF. This is the command for benchmarks.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/calculation/calculation.hpp"
#include "app/calculation/matrix_file.hpp"
#include "app/calculation/run_report.hpp"
#include "app/shared/task_costs.hpp"
#include "parallel/agreement.hpp"
#include "predict/recording.hpp"
#include "record/json.hpp"
#include "record/provenance.hpp"
#include "scf/diagnosis.hpp"
#include "scf/properties.hpp"

namespace fockproxy {

namespace {

struct FockOptions : CalculationOptions {
  std::string density = "first";  // first, guess, scf or a file
  int repeat = 3;
  std::string save_costs, record;
  std::string save_fock;
};

bool is_computed(const std::string& density) { return density == "first" || density == "guess" || density == "scf"; }

// The density of the builds: `stored` if there is one, otherwise the density that --density names. Builds made to
// obtain it are verified and then forgotten. Collective.
SpinDense make_density(Calculation& c, const std::string& kind, SpinDense stored) {
  if (!stored.empty()) return stored;
  SpinDense density = c.guess.density;
  if (kind == "first") density = lowest_density(c.problem, fock_matrices(c.problem, c.history.build(density)));
  if (kind == "scf") {
    const ScfResult result = run_scf(c.problem, {.density = density}, c.scf_builders(), c.options.scf);
    if (!result.converged)
      throw AgreedComputationError("the SCF for --density scf did not converge: " +
                                   why_not_converged(result, c.options.scf));
    density = result.density;
  }
  c.forget();
  return density;
}

// The file of --record on rank 0, after a check that it can be written with so many tasks. Not set without --record.
// Collective.
std::optional<ArrayFile> open_recording(const CommandContext& context, const std::string& path, std::int64_t tasks) {
  std::optional<ArrayFile> file;
  on_root(context.world(), [&] {
    if (!path.empty()) file.emplace(path, predict::recording_kind, predict::recording_bytes(tasks));
  });
  return file;
}

// The tasks of the last build.
predict::Recording recording_of(const Calculation& c, const std::string& mpi_library) {
  const FockBuild& last = c.history.builds().back();
  // The CPU time of a thread excludes the time in which others used its core. It also excludes sleep and waits for a
  // device, so for these the wall time is recorded.
  const IntegralOptions& integrals = c.options.fock.integrals;
  const bool wall = integrals.task_sleep > 0 || integrals.source->device;
  predict::Recording recording{.formula = c.system.molecule.formula(),
                               .basis = c.system.basis.name(),
                               .grain = c.options.grain,
                               .threshold = last.threshold,
                               .clock = wall ? "wall" : "thread",
                               .stack = predict::stack_name(mpi_library, cpu_model()),
                               .layout = BlockLayout(c.builder.partition().first_functions(), c.system.spins())};
  for (const TaskCost& cost : last.task_costs)
    recording.tasks.push_back({cost.task, wall ? cost.seconds : cost.cpu, cost.quartets});
  return recording;
}

ExitCode run_fock_command(const CommandContext& context, const FockOptions& options) {
  const Communicator& world = context.runtime.world();
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  const std::optional<JsonFile> costs_file = open_json(context, options.save_costs);
  System system(context, options);
  const int iterations = options.density == "scf" ? options.scf.max_iterations : 0;
  if (options.dry_run) print_plan(context, options, system, iterations);
  check_memory(context, options, system, iterations);
  if (options.dry_run) return ExitCode::success;
  open_recording(context, options.record, 0);  // the number of tasks is not known yet
  MatrixFile fock_file(context, options.save_fock, fock_kind, system);
  SpinDense stored;
  if (!is_computed(options.density)) stored = read_density(context, options.density, system);
  if (world.is_root()) print_system(context, system);

  Calculation c(context, options, std::move(system));
  const std::optional<ArrayFile> recording_file = open_recording(context, options.record, c.print_header());
  if (c.is_root()) c.print_notes();
  RunReport report;
  report.command = "fock";
  report.iterations = iterations;
  report.config = {{"density", options.density}};
  SpinDense fock;
  double energy = 0;
  try {
    const SpinDense density = make_density(c, options.density, std::move(stored));
    FullVerification full(context, c.system.basis);
    for (int n = 0; n < options.repeat; ++n) {
      const SpinDense g = c.history.build(density);
      if (options.verify == "full") c.history.check_fully(full, density, g);
      fock = fock_matrices(c.problem, g);
    }
    energy = energies(c.problem, density, fock).total();
  } catch (const VerificationFailure& error) {
    report.failure = error.what();
  }
  report.results = [&](Json& json) {
    print_builds(c.history.builds());
    fmt::print("Energy of this density {:.10f} hartree\n\n", energy);
    json["energy_total"] = energy;
    if (costs_file) {
      RecordedTaskCosts costs{c.system.molecule.formula(), c.system.basis.name(), options.grain, {}, {}};
      for (const TaskCost& cost : c.history.builds().back().task_costs) {
        costs.seconds.push_back(cost.seconds);
        costs.estimates.push_back(cost.estimate);
      }
      write_task_costs(*costs_file, costs);
    }
    if (recording_file) predict::write_recording(*recording_file, recording_of(c, context.runtime.mpi_library()));
  };
  finish(c, report, json_file);
  fock_file.write(fock);
  return ExitCode::success;
}

class FockCommand : public SubcommandWith<FockOptions> {
 public:
  const char* name() const override { return "fock"; }
  const char* summary() const override { return "the Fock build alone, repeated"; }

  void add_options(CLI::App& command) override {
    options_.add(command);
    const Group group{command, "What is built"};
    group.add({.name = "repeat",
               .place = &options_.repeat,
               .summary = "number of builds, after those that make the density",
               .range = at_least(1)});
    group.input_file("--density", options_.density,
                     "density of the build: first (after one diagonalisation of the guess Fock matrix), guess, scf "
                     "(converged), or a file of scf --save-density",
                     [](const std::string& density) { return is_computed(density) ? "" : density; });
    group.output_file("--save-costs", options_.save_costs,
                      "file for the measured time and the estimated cost of each task of the last build, for counter "
                      "--work-kind fock");
    group.array_file(
        "--record", options_.record,
        "file for the blocks, the quartets and the time of each task of the last build, for fockproxy replay and "
        "predict");
    group.array_file("--save-fock", options_.save_fock, "file for the Fock matrix of the last build");
  }
  void resolve() override {
    options_.resolve();
    require(!options_.dry_run || (options_.save_costs.empty() && options_.record.empty() && options_.save_fock.empty()),
            "--dry-run computes nothing: leave out the options that write a file");
    options_.fock.record.task_costs = !options_.save_costs.empty() || !options_.record.empty();
    options_.fock.record.task_cpu = !options_.record.empty();
  }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_fock_command(context, options_); }
};

}  // namespace

std::unique_ptr<Subcommand> make_fock_command() { return std::make_unique<FockCommand>(); }

}  // namespace fockproxy
