// fockproxy ladder: one Fock build at every step from the simplest communication to the best.
#include <fmt/format.h>

#include <algorithm>

#include "app/calculation/report_json.hpp"
#include "app/calculation/run_report.hpp"
#include "app/ladder/ladder_report.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// The GPU of this rank for the steps on a device. Empty for an emulated device, and if there is no GPU: rows have the
// reason.
std::string device_of_steps(const Runtime& runtime, const LadderOptions& options) {
  if (!options.on_device()) return "";
  try {
    return device_used(runtime, look_up(Type<EngineEntry>{}, options.device_steps));
  } catch (const UsageError&) {
    return "";
  }
}

ExitCode run_ladder_command(const CommandContext& context, const LadderOptions& options) {
  const Communicator& world = context.world();
  if (options.list) {
    on_root(world, [] { print_ladder_list(); });
    return ExitCode::success;
  }
  CalculationOptions chosen = options.calculation;
  chosen.molecule = options.molecule_for(world.size());
  const std::optional<JsonFile> json_file = open_json(context, chosen.output.json);
  System system(context, chosen);
  check_memory(context, chosen, system, false);
  if (world.is_root()) {
    print_system(context, system);
    fmt::print("  {:<11} {}; grain {}; builds of every step: {}\n", "counter", options.calculation.fock.counter.name(),
               options.grain, options.repeat);
    if (options.on_device()) {
      const std::string gpu = device_of_steps(context.runtime, options);
      print_fact("device", fmt::format("{}: {}", options.device_steps,
                                       gpu.empty() ? look_up(Type<EngineEntry>{}, options.device_steps).summary
                                                   : std::string_view(gpu)));
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
  Calculation c(context, chosen, std::move(system));
  // As the default of `fock`: the guess is block-diagonal, and its Fock matrix is unlike that of a real build.
  const SpinDense density = lowest_density(c.problem, fock_matrices(c.problem, c.history.build(c.guess.density)));
  std::vector<LadderRow> rows = planned_rows(options);
  run_rows(c, options, density, rows);
  on_root(world, [&] {
    print_ladder(rows);
    if (json_file) {
      Json config = settings_taken_json(c.context, c.system, c.builder);
      if (options.on_device()) config["device_used"] = device_of_steps(c.context.runtime, options);
      json_file->write(document("ladder", c.provenance, config,
                                {{"molecule", molecule_json(c.system)}, {"rows", rows_json(ladder_figures(), rows)}}));
    }
    require_no_fault(ladder_figures(), rows);
    fmt::print("VERIFICATION: PASS\n");
  });
  return ExitCode::success;
}

class LadderCommand : public SubcommandWith<LadderOptions> {
 public:
  const char* name() const override { return "ladder"; }
  const char* summary() const override {
    return "one Fock build at every step from the simplest communication to the best";
  }
  double stall_timeout() const override { return options_.calculation.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_ladder_command(context, options_); }
  Json figures() const override { return {{"rows", described(ladder_figures())}}; }
};

}  // namespace

std::unique_ptr<Subcommand> make_ladder_command() { return std::make_unique<LadderCommand>(); }

}  // namespace fockproxy
