// `fockproxy counter` in machine-readable form; perf/fockproxy_perf/schemas/counter.json describes it.
#include "app/counter/counter_report.hpp"
#include "app/shared/dealing_report.hpp"
#include "app/shared/document.hpp"
#include "app/shared/timed_rows.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

Json distribution_json(const Distribution& d) {
  return {{"count", d.count}, {"mean", d.mean}, {"median", d.median},  {"p90", d.p90},
          {"p99", d.p99},     {"p999", d.p999}, {"maximum", d.maximum}};
}

Json waits_json(const Waits& waits) {
  Json json = distribution_json(waits.distribution);
  json["histogram"] = histogram_json(waits.histogram);
  return json;
}

Json row_json(const CounterConfig& c) {
  Json json{{"case", c.experiment_case},
            {"counter", c.counter},
            {"window", c.window},
            {"progress", c.progress},
            {"null", c.null}};
  if (!add_status(json, c.unsupported, c.row.fault)) return json;
  const CounterRow& r = c.row;
  json.update({{"workers", r.workers},
               {"tasks", r.tasks},
               {"runs", r.runs},
               {"ideal_work_seconds", r.ideal_work},
               {"work_seconds", r.work},
               {"cpu_seconds", r.cpu},
               {"seconds", r.seconds},
               {"ideal_seconds", r.ideal_seconds},
               {"values_per_second", r.values_per_second},
               {"fairness", r.fairness},
               {"longest_run", r.longest_run},
               {"degradation", r.degradation},
               {"degradation_2008", r.degradation_2008},
               {"work_slowdown", r.work_slowdown},
               {"poll_share", r.poll_share},
               {"helper_cpu_share", r.helper_cpu_share},
               {"run_queue_share", r.run_queue_share},
               {"helper_inside_mpi", r.helper_inside_mpi},
               {"dealing", statistics_json(r.statistics)},
               {"disturbed", c.disturbed},
               {"scheduler_bound", c.scheduler_bound}});
  json["waits"] = {{"rank_1", waits_json(r.rank1)},
                   {"all", waits_json(r.all)},
                   {"root_node", waits_json(r.root_node)},
                   {"other_nodes", waits_json(r.other_nodes)},
                   {"tail", waits_json(r.tail)}};
  json["by_rank"] = Json::array();
  for (const RankShare& share : r.by_rank)
    json["by_rank"].push_back({{"tasks", share.tasks},
                               {"values_seconds", share.values},
                               {"work_seconds", share.work},
                               {"end_seconds", share.at_end},
                               {"total_seconds", share.total}});
  return json;
}

}  // namespace

Json rows_json(const std::vector<CounterConfig>& rows) {
  Json json = Json::array();
  for (const CounterConfig& row : rows) json.push_back(row_json(row));
  return json;
}

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
                  {"samples_seconds", v.waits}});
    json.push_back(std::move(row));
  }
  return json;
}

Json saturation_json(const std::vector<SaturationRow>& rows) {
  Json json = Json::array();
  for (const SaturationRow& row : rows) {
    Json entry{{"counter", row.counter}, {"window", row.window}};
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
