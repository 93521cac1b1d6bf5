#include "app/info/backend_status.hpp"

#include <algorithm>
#include <cstdint>

#include "blocks/block_cache.hpp"
#include "counters/distributor.hpp"
#include "dense/algebra.hpp"
#include "matrices/distributed_matrix.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/mpi_introspection.hpp"
#include "parallel/transport_probe.hpp"
#include "progress/progress_strategy.hpp"
#include "record/json.hpp"

namespace fockproxy {

namespace {

const std::string available = "available";

Json entry(std::string_view name, const std::string& status, std::string_view summary) {
  return {{"name", name}, {"status", status}, {"summary", summary}};
}

// Whether `make` (collective) succeeds, or its error, which is the same on every rank.
template <class Make>
std::string tried(Make make) {
  try {
    make();
    return available;
  } catch (const AgreedUsageError& error) {
    const std::string reason = error.what(), prefix = "UNSUPPORTED: ";
    const auto at = reason.find(prefix);  // "counter x: UNSUPPORTED: ..."
    return prefix + (at == std::string::npos ? reason : reason.substr(at + prefix.size()));
  } catch (const AgreedComputationError& error) {
    return std::string("FAIL: ") + error.what();
  }
}

// What an entry needs beside MPI.
struct Libraries {
  bool global_arrays = false;
  bool openshmem = false;
};
template <class Entry>
Libraries libraries_of(const Entry& entry) {
  return {.global_arrays = entry.needs_global_arrays, .openshmem = entry.needs_openshmem};
}

// Why an entry cannot be tried here; empty if it can.
std::string obstacle(const Runtime& runtime, bool made, std::string_view unsupported, Libraries needs,
                     int thread_level) {
  if (!made) return "UNSUPPORTED: " + std::string(unsupported);
  if (needs.openshmem && !runtime.has_openshmem()) return "needs OpenSHMEM, not started in this job (--openshmem)";
  if (needs.global_arrays && !runtime.has_global_arrays()) return "needs Global Arrays, not started in this job";
  if (needs.global_arrays && !runtime.global_arrays_fault().empty()) return "FAIL: " + runtime.global_arrays_fault();
  if (thread_level > runtime.thread_level_provided()) return "needs thread level " + thread_level_name(thread_level);
  return "";
}

}  // namespace

Json counter_status(const Runtime& runtime) {
  Json list = Json::array();
  for (const CounterEntry& counter : counter_table()) {
    const int level = std::max(counter.thread_level, find_progress(counter.progress).thread_level);
    std::string status =
        obstacle(runtime, static_cast<bool>(counter.make), counter.unsupported, libraries_of(counter), level);
    if (status.empty() && runtime.world().size() < counter.min_ranks)
      status = "UNSUPPORTED: needs at least " + std::to_string(counter.min_ranks) + " ranks";
    if (status.empty()) status = tried([&] { counter.make({runtime}); });
    list.push_back(entry(counter.name, status, counter.summary));
  }
  return list;
}

Json distributor_status(const Runtime& runtime) {
  Json list = Json::array();
  for (const DistributorEntry& distributor : distributor_table()) {
    std::string status =
        obstacle(runtime, static_cast<bool>(distributor.make), distributor.unsupported, {}, MPI_THREAD_SINGLE);
    if (status.empty()) status = tried([&] { make_distributor(distributor.name, {runtime}); });
    list.push_back(entry(distributor.name, status, distributor.summary));
  }
  return list;
}

Json solver_status(const Runtime& runtime) {
  Json list = Json::array();
  for (const SolverEntry& solver : solver_table()) {
    std::string status = obstacle(runtime, static_cast<bool>(solver.make), solver.unsupported, {}, MPI_THREAD_SINGLE);
    if (status.empty()) status = tried([&] { solver.make(runtime.world(), "auto"); });
    list.push_back(entry(solver.name, status, solver.summary));
  }
  return list;
}

Json schedule_status() {
  Json list = Json::array();
  for (const ScheduleEntry& schedule : schedule_table())
    list.push_back(entry(schedule.name, available, schedule.summary));
  return list;
}

Json matrix_status(const Runtime& runtime) {
  Json list = Json::array();
  for (const MatrixEntry& matrix : matrix_table()) {
    std::string status =
        obstacle(runtime, static_cast<bool>(matrix.make), matrix.unsupported, libraries_of(matrix), MPI_THREAD_SINGLE);
    if (status.empty() && matrix.max_ranks > 0 && runtime.world().size() > matrix.max_ranks)
      status =
          "UNSUPPORTED: at most " + std::to_string(matrix.max_ranks) + " rank" + (matrix.max_ranks == 1 ? "" : "s");
    if (status.empty()) status = tried([&] { matrix.make({runtime, {}}, BlockLayout({0, 1}, 1), "info"); });
    list.push_back(entry(matrix.name, status, matrix.summary));
  }
  return list;
}

Json cache_status() {
  Json list = Json::array();
  for (const CacheEntry& cache : cache_table()) list.push_back(entry(cache.name, available, cache.summary));
  return list;
}

Json progress_status(const Runtime& runtime) {
  Json list = Json::array();
  for (const ProgressEntry& strategy : progress_table()) {
    std::string status = obstacle(runtime, static_cast<bool>(strategy.make), "", {}, strategy.thread_level);
    // `info` does not set the environment variables of a strategy, because they would affect everything else too.
    RuntimeOptions needs;
    strategy.add_needs(needs);
    std::string settings;
    for (const LibrarySetting& setting : needs.settings)
      if (!setting.value.empty()) settings += (settings.empty() ? "" : " ") + setting.name + "=" + setting.value;
    if (status.empty() && !settings.empty()) status = "needs " + settings + " before MPI starts, which --progress sets";
    if (status.empty()) status = tried([&] { strategy.make(runtime); });
    list.push_back(entry(strategy.name, status, strategy.summary));
  }
  return list;
}

Json window_status(const Runtime& runtime) {
  Json list = Json::array();
  for (const WindowKind kind : window_kinds) {
    const WindowDescription window = describe_window(runtime.world(), kind);
    Json json{{"name", to_string(kind)},
              {"status", window.refused.empty() ? available : "UNSUPPORTED: " + window.refused}};
    if (window.refused.empty()) {
      json["flavor"] = window.flavor;
      json["memory_model"] = window.unified ? "unified" : "separate";
      json["shared_query"] = window.shared_query;
      json["info"] = Json::object();
      for (const NamedValue& pair : window.info) json["info"][pair.name] = pair.value;
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json transport_json(const Runtime& runtime) {
  std::int64_t sharing = 0;
  for (int node = 0; node < runtime.nodes(); ++node)
    sharing = std::max(sharing, std::ranges::count(runtime.node_of_rank(), node));
  Json json{{"ranks_sharing_memory", sharing}, {"paths", Json::array()}};
  for (const PathTraffic& path : probe_transport(runtime.world())) {
    Json entry{{"path", path.path}};
    if (!path.refused.empty()) entry["refused"] = path.refused;
    else
      entry.update({{"bytes_sent", path.bytes_sent},
                    {"tcp_bytes", path.tcp_bytes},
                    {"seconds", path.seconds},
                    {"bytes_per_second", static_cast<double>(path.bytes_sent) / runtime.world().size() / path.seconds},
                    {"latency_seconds", path.latency}});
    json["paths"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace fockproxy
