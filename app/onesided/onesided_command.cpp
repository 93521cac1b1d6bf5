// fockproxy onesided: latency, bandwidth, rate and overlap of every one-sided operation, to idle and busy targets.
#include <fmt/format.h>

#include <cmath>

#include "app/calculation/report.hpp"
#include "app/onesided/onesided_report.hpp"
#include "app/shared/document.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

Json onesided_config_json(const CommandContext& context, const OneSidedOptions& o, const OneSidedResult& result) {
  Json json = settings_json(context.settings);
  json.update({{"max_bytes", o.axes.most_bytes},
               {"progress_options",
                {{"poll_interval_us", std::round(1e9 * o.progress_options.poll_interval) / 1e3},
                 {"poll_burst", o.progress_options.poll_burst}}},
               {"device_used", result.device},
               {"clock_resolution_seconds", result.clock.resolution},
               {"clock_reading_seconds", result.clock.reading}});
  return json;
}

ExitCode run_onesided_command(const CommandContext& context, const OneSidedOptions& options) {
  const Communicator& world = context.world();
  if (options.list) {
    on_root(world, [] { print_onesided_list(); });
    return ExitCode::success;
  }
  const std::optional<JsonFile> json_file = open_json(context, options.output.json);
  if (world.is_root()) print_stack(context.runtime);
  const OneSidedResult result = run_onesided(context, options);
  const Json provenance = provenance_json(context);
  on_root(world, [&] {
    if (!result.device.empty())
      fmt::print("  device      {}; targets that compute wait for it by {}\n\n", result.device,
                 options.device.wait.name());
    print_onesided(result);
    if (json_file)
      json_file->write(document("onesided", provenance, onesided_config_json(context, options, result),
                                {{"rows", rows_json(onesided_figures(), result.rows)}}));
    require_no_fault(onesided_figures(), result.rows);
    fmt::print("VERIFICATION: PASS\n");
  });
  return ExitCode::success;
}

class OneSidedCommand : public SubcommandWith<OneSidedOptions> {
 public:
  const char* name() const override { return "onesided"; }
  const char* summary() const override { return "one-sided operations by themselves, every transfer verified"; }
  double stall_timeout() const override { return options_.output.stall_timeout; }
  ExitCode run(const CommandContext& context) override { return run_onesided_command(context, options_); }
  Json figures() const override { return {{"rows", described(onesided_figures())}}; }
};

}  // namespace

std::unique_ptr<Subcommand> make_onesided_command() { return std::make_unique<OneSidedCommand>(); }

}  // namespace fockproxy
