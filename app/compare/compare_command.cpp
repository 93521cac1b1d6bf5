// fockproxy compare: the cost of one, six and twelve communications per task in the same Fock build.
#include <fmt/format.h>

#include "app/calculation/report_json.hpp"
#include "app/calculation/run_report.hpp"
#include "app/compare/compare_report.hpp"
#include "app/shared/dealing_report.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

Json compare_config_json(const Calculation& c, const CompareOptions& options) {
  Json json = settings_taken_json(c.context, c.system, c.builder);
  json["repeat"] = options.rounds ? Json(*options.rounds) : Json(options.repeat);
  return json;
}

ExitCode run_compare_command(const CommandContext& context, const CompareOptions& options) {
  const Communicator& world = context.runtime.world();
  const std::optional<JsonFile> json_file = open_json(context, options.calculation.output.json);
  System system(context, options.calculation);
  check_memory(context, options.calculation, system, false);
  const FockConfig& fock = options.calculation.fock;
  const BlockOptions& blocks = fock.blocks;
  if (world.is_root()) {
    print_system(context, system);
    if (fock.dealing.chunk > 1)
      print_fact("tickets", fmt::format("{} tasks each: the columns have one draw for them", fock.dealing.chunk));
    if (const std::string tasks = describe_in_flight(fock); !tasks.empty()) print_fact("in flight", tasks);
    fmt::print("  {:<11} {}; complete {}, accumulates {}; builds per row and column: {}\n", "matrix",
               blocks.matrix->name, to_string(blocks.matrices.issue), to_string(blocks.matrices.completion),
               options.repeat);
    std::fflush(stdout);
  }
  Calculation c(context, options.calculation, std::move(system));
  on_root(world, [&] {
    print_device(context.runtime, fock.integrals);  // all ranks have one now
    fmt::print("\n");
  });
  // As the default of `fock`: the guess is block-diagonal, and its Fock matrix is unlike that of a real build.
  const SpinDense density = lowest_density(c.problem, fock_matrices(c.problem, c.history.build(c.guess.density)));
  std::vector<CompareRow> rows = planned_rows(options);
  run_rows(c, options, density, rows);
  on_root(world, [&] {
    check_injections(rows, options.delays);
    print_compare(rows, options);
    const std::optional<FigureOfMerit> figure = figure_of_merit(rows, options, world.size());
    if (figure) print_figure_of_merit(*figure);
    if (json_file)
      json_file->write(document("compare", c.provenance, compare_config_json(c, options),
                                {{"molecule", molecule_json(c.system)},
                                 {"figure_of_merit", figure ? figure_of_merit_json(*figure) : Json(nullptr)},
                                 {"rows", rows_json(compare_figures(), rows)}}));
    require_no_fault(compare_figures(), rows);
  });
  return ExitCode::success;
}

class CompareCommand : public SubcommandWith<CompareOptions> {
 public:
  const char* name() const override { return "compare"; }
  const char* summary() const override {
    return "the same Fock build at no, one, six and twelve communications per task";
  }
  double stall_timeout() const override { return options_.calculation.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_compare_command(context, options_); }
  Json figures() const override { return {{"rows", described(compare_figures())}}; }
};

}  // namespace

std::unique_ptr<Subcommand> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace fockproxy
