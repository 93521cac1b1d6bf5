// `fockproxy onesided` in machine-readable form; perf/fockproxy_perf/schemas/onesided.json describes it.
#include "app/onesided/onesided_report.hpp"
#include "app/shared/document.hpp"
#include "app/shared/timed_rows.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

using namespace onesided;

Json row_settings_json(const OneSidedRow& row) {
  const TransferCase& c = row.planned.the_case;
  Json json{{"table", std::string(row.planned.table)},
            {"operation", c.operation.name()},
            {"window", c.operation->has_windows ? std::string(to_string(c.window)) : "-"},
            {"completion", std::string(to_string(c.completion))},
            {"method", std::string(to_string(c.method))},
            {"placement", row.planned.placement},
            {"pattern", std::string(to_string(c.traffic.pattern))},
            {"target", c.period > 0 ? "computing" : "inside"},
            {"progress", row.planned.progress},
            {"cache", c.warm ? "warm" : "fresh"},
            {"bytes", c.footprint.words() * sizeof(Word)},
            {"segments", c.footprint.segments().size()},
            {"segment_bytes", c.footprint.segments()[0].words * sizeof(Word)},
            {"overlapping", c.footprint.overlaps()},
            {"in_flight", c.in_flight}};
  if (c.footprint.stride()) json["stride_bytes"] = *c.footprint.stride() * sizeof(Word);
  if (c.period > 0) json["period_seconds"] = c.period;
  return json;
}

Json row_json(const OneSidedRow& row) {
  Json json = row_settings_json(row);
  const Measurement& m = row.measured;
  if (!add_status(json, m.unsupported, m.fault)) return json;
  json.update({{"method_in_effect", std::string(to_string(m.method))},
               {"rounds", m.rounds},
               {"transfers", m.transfers},
               {"transfers_per_sample", m.per_sample},
               {"samples", m.seconds.count},
               {"disturbed", m.disturbed}});
  add_times(json, m.interval, m.stop, m.seconds);
  json["histogram"] = histogram_json(m.histogram);
  json["rates"] = m.rates;
  json["fairness"] = jain_fairness(m.rates);
  if (row.planned.overlap) {
    json["alone_seconds"] = row.alone;
    json["hidden_share"] = row.hidden;
  }
  return json;
}

}  // namespace

Json onesided_json(const OneSidedResult& result) {
  Json rows = Json::array();
  for (const OneSidedRow& row : result.rows) rows.push_back(row_json(row));
  return rows;
}

std::string first_fault(const OneSidedResult& result) {
  for (const OneSidedRow& row : result.rows)
    if (!row.measured.fault.empty())
      return std::string(row.planned.table) + ", " + row.planned.the_case.operation.name() + ": " + row.measured.fault;
  return "";
}

}  // namespace fockproxy
