// fockproxy ladder: one Fock build at every step from the simplest communication to the best.
#include <fmt/format.h>

#include <algorithm>

#include "app/calculation/report_json.hpp"
#include "app/calculation/run_report.hpp"
#include "app/ladder/ladder_report.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

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
    if (options.on_device())
      fmt::print("  {:<11} {}: {}\n", "device", options.device_steps,
                 look_up(Type<EngineEntry>{}, options.device_steps).summary);
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
    if (json_file)
      json_file->write(document("ladder", c.provenance, settings_taken_json(c.context, c.system, c.builder),
                                {{"molecule", molecule_json(c.system)}, {"rows", rows_json(ladder_figures(), rows)}}));
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
