// fockproxy gsum: the global sum by every method and chunk; every value is verified.
#include <fmt/format.h>

#include "app/calculation/report.hpp"
#include "app/gsum/gsum_report.hpp"
#include "app/shared/document.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Measures the same sum while the rank computes for as long as the sum took alone.
void measure_beside_work(const GlobalSumBench& bench, GsumRow& row) {
  double alone = row.measured.interval.median;
  bench.session.world().broadcast(std::span(&alone, 1));
  if (alone <= 0 || row.the_case.late > 0) return;
  GlobalSumCase beside = row.the_case;
  beside.own_work = alone;
  const GlobalSumMeasurement together = measure_global_sum(bench, beside);
  row.measured.fault = together.fault;
  row.together = together.interval.median;
  row.hidden = hidden_share(alone, beside.own_work, row.together);
}

std::vector<GsumRow> run_rows(const CommandContext& context, const GsumOptions& options) {
  context.watchdog.mark("gsum: calibration");
  const SyntheticWork work(context.world(), WorkKind::busy);
  const auto progress = find_progress("none").make(context.runtime);
  const GlobalSumBench bench{
      context, work, *progress, measure_clock_offset(context.runtime), options.effort.limits, options.inject};
  std::vector<GsumRow> rows;
  for (const GlobalSumCase& c : options.cases) {
    context.watchdog.mark("gsum: a row");
    GsumRow& row = rows.emplace_back(GsumRow{c, measure_global_sum(bench, c)});
    if (options.beside_work) measure_beside_work(bench, row);
  }
  return rows;
}

ExitCode run_gsum_command(const CommandContext& context, const GsumOptions& options) {
  const Communicator& world = context.world();
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  if (world.is_root()) print_stack(context.runtime);
  const std::vector<GsumRow> rows = run_rows(context, options);
  const Json provenance = provenance_json(context);
  on_root(world, [&] {
    print_gsum(rows);
    if (json_file)
      json_file->write(
          document("gsum", provenance, settings_json(context.settings), {{"rows", rows_json(gsum_figures(), rows)}}));
    require_no_fault(gsum_figures(), rows);
    fmt::print("VERIFICATION: PASS\n");
  });
  return ExitCode::success;
}

class GsumCommand : public SubcommandWith<GsumOptions> {
 public:
  const char* name() const override { return "gsum"; }
  const char* summary() const override { return "the global sum by every method and chunk, every value verified"; }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_gsum_command(context, options_); }
  Json figures() const override { return {{"rows", described(gsum_figures())}}; }
};

}  // namespace

std::unique_ptr<Subcommand> make_gsum_command() { return std::make_unique<GsumCommand>(); }

}  // namespace fockproxy
