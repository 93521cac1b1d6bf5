// `fockproxy compare` in machine-readable form; perf/fockproxy_perf/schemas/compare.json describes it.
#include <fmt/format.h>

#include "app/compare/compare_report.hpp"
#include "app/shared/document.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

Json share_json(const KindShare& share) {
  return {{"operations_per_task", share.operations},
          {"seconds_per_task", share.seconds},
          {"remote_seconds_per_task", share.remote_seconds}};
}

Json column_json(const CompareRow& row, int c) {
  const BuildSamples& result = row.results[c];
  const ColumnShares shares = shares_of(result);
  return {{"column", column_names[c]},
          {"seconds_per_task", result.seconds_per_task},
          {"seconds", result.seconds},
          {"degradation", row.degradation(static_cast<Column>(c))},
          {"disturbed", result.disturbed},
          {"counter", share_json(shares.counter)},
          {"all_gets", share_json(shares.get)},
          {"all_accumulates", share_json(shares.accumulate)},
          {"fence_seconds_per_task", shares.fence}};
}

Json row_json(const CompareRow& row) {
  Json json{{"grain", row.grain},   {"case", row.experiment_case}, {"owners", row.owners},  {"counter", row.counter},
            {"window", row.window}, {"progress", row.progress},    {"delayed", row.delayed}};
  if (!add_status(json, row.unsupported, row.fault)) return json;
  json["hash"] = row.hash ? Json(fmt::format("{:016x}", *row.hash)) : Json(nullptr);
  json["tasks"] = row.results[0].tasks;
  json["kernel_degradation"] = row.kernel_degradation;
  json["columns"] = Json::array();
  for (int c = 0; c < columns; ++c) json["columns"].push_back(column_json(row, c));
  return json;
}

}  // namespace

Json compare_json(const std::vector<CompareRow>& rows, const CompareOptions& options) {
  Json json = Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    json.push_back(row_json(rows[i]));
    if (!rows[i].delayed) continue;
    Json& control = json.back()["control"] = Json::array();
    for (const InjectionCheck& check : injection_checks(rows[i - 1], rows[i], options.delays))
      control.push_back({{"kind", check.kind},
                         {"injected_seconds_per_task", check.injected},
                         {"found_seconds_per_task", check.found},
                         {"agrees", check.agrees()}});
  }
  return json;
}

}  // namespace fockproxy
