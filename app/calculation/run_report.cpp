#include "app/calculation/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/calculation/figure_of_merit.hpp"
#include "app/calculation/report_json.hpp"
#include "app/shared/window_report.hpp"
#include "matrices/block_layout.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "record/run_metadata.hpp"
#include "record/text_table.hpp"
#include "system/memory.hpp"

namespace fockproxy {

namespace {

// What a reader of the trace needs to know about the calculation.
Json traced_run(const Calculation& c, const RunReport& report) {
  const BlockPartition& partition = c.builder.partition();
  const Ownership owners(BlockLayout(partition.first_functions(), c.system.spins()), c.context.runtime.world().size());
  Json about{{"command", report.command},
             {"provenance", c.provenance},
             {"config", config_json(c.context, c.options, c.system, c.builder)},
             {"molecule", molecule_json(c.system)},
             {"first_functions", partition.first_functions()},
             {"spins", c.system.spins()},
             {"row_cuts", owners.row_cuts()},
             {"column_cuts", owners.column_cuts()}};
  about["config"].update(report.config);
  return about;
}

// Bytes per rank: the expected memory, and the peak of each rank.
void print_memory(double expected, const std::vector<double>& peaks) {
  const double most = *std::ranges::max_element(peaks);
  if (most > 0)
    fmt::print("Memory of a rank: at most {} was resident, with its share of what ranks share; {} was expected\n\n",
               format_bytes(most), format_bytes(expected));
}

}  // namespace

void finish(const Calculation& c, const RunReport& report, const std::optional<JsonFile>& json_file) {
  c.context.watchdog.mark("writing the results");
  const double peak = peak_resident_share();
  const std::vector<double> peaks = c.context.world().gather(std::span<const double>(&peak, 1));
  on_root(c.context.runtime.world(), [&] {
    Json json = document(report.command, c.provenance, config_json(c.context, c.options, c.system, c.builder),
                         {{"molecule", molecule_json(c.system)}});
    json["config"].update(report.config);
    const WindowInfo& info = c.options.fock.blocks.matrices.window.info;
    if (!info.empty()) json["window_info_kept"] = rows_json(Figures<KeptKey>{kept_key_figures()}, info.kept());
    const Verification verification = c.verification();
    if (verification.passed()) {
      std::vector<Phase> phases = c.phases();
      phases.insert(phases.end(), report.phases.begin(), report.phases.end());
      report.results(json);
      print_phases(phases);
      const auto items = c.system.memory(c.builder.partition(), c.builder.config(), report.iterations);
      const double expected = bytes_per_rank(items, c.system.placement.ranks_on_node);
      print_memory(expected, peaks);
      if (!info.empty()) fmt::print("Info keys of windows, {}: {}\n\n", info.word(), kept_in_words(info));
      print_time_tables(c.history.ranks());
      if (!c.history.builds().empty()) print_promise(c.history.builds().back());
      json["fock"] = fock_json(c.history);
      json["phases"] = phases_json(phases);
      json["memory"] = {{"expected_bytes", expected}, {"peak_bytes", peaks}};
    }
    print_verification(verification);
    if (verification.passed() && report.failure.empty() && !c.history.builds().empty()) {
      const FigureOfMerit figure = figure_of_merit(c.options, c.history, c.context.world().size());
      print_figure_of_merit(figure);
      json["figure_of_merit"] = figure_of_merit_json(figure);
    }
    json["verification"] = verification_json(verification);
    publish_metadata("", json);
    if (json_file) json_file->write(json);
    if (!report.failure.empty()) throw ComputationError(report.failure);
  });
  c.tracing.write(traced_run(c, report));
}

}  // namespace fockproxy
