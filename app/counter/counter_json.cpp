// The verdicts and the saturation of `fockproxy counter --json`; perf/fockproxy_perf/schemas/counter.json describes
// them.
#include "app/counter/counter_report.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

Json distribution_json(const Distribution& d) {
  return {{"count", d.count}, {"mean", d.mean}, {"median", d.median},  {"p90", d.p90},
          {"p99", d.p99},     {"p999", d.p999}, {"maximum", d.maximum}};
}

}  // namespace

Json verdicts_json(const std::vector<OperationVerdict>& verdicts) {
  Json json = Json::array();
  for (const OperationVerdict& v : verdicts) {
    Json row{{"operation", v.operation},
             {"window", v.window},
             {"target", v.remote ? "rank 0" : "itself"},
             {"control", v.control},
             {"verdict", to_string(v.verdict)}};
    if (v.verdict == Verdict::unsupported) row["reason"] = v.reason;
    else
      row.update({{"undisturbed_seconds", v.undisturbed},
                  {"period_seconds", v.period},
                  {"waits", distribution_json(v.distribution)},
                  {"samples_seconds", v.waits},
                  {"disturbed", v.disturbed}});
    json.push_back(std::move(row));
  }
  return json;
}

Json saturation_json(const std::vector<SaturationRow>& rows) {
  Json json = Json::array();
  for (const SaturationRow& row : rows) {
    Json entry{{"counter", row.counter}, {"window", row.window}};
    if (!row.window_info.empty()) {
      entry["window_info"] = row.window_info.word();
      entry["window_info_kept"] = rows_json(Figures<KeptKey>{kept_key_figures()}, row.window_info.kept());
    }
    if (!row.unsupported.empty()) entry["reason"] = row.unsupported;
    entry["measurements"] = Json::array();
    for (const Saturation& s : row.measurements) {
      Json measurement{{"status", s.fault.empty() ? "PASS" : "FAIL"}, {"ranks", s.drawing_ranks}};
      if (!s.fault.empty()) measurement["reason"] = s.fault;
      else
        measurement.update({{"hosts", s.drawing_hosts},
                            {"values_per_second", s.values_per_second},
                            {"waits", distribution_json(s.waits)}});
      entry["measurements"].push_back(std::move(measurement));
    }
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace fockproxy
