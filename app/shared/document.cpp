#include "app/shared/document.hpp"

#include "app/shared/progress_report.hpp"
#include "integrals/libint_session.hpp"
#include "parallel/agreement.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/openshmem.hpp"
#include "record/json.hpp"
#include "record/provenance.hpp"
#include "record/run_metadata.hpp"

namespace fockproxy {

Json provenance_json(const CommandContext& context) {
  const Runtime& runtime = context.runtime;
  const std::vector<std::string> affinities = runtime.world().gather(cpu_affinity());
  Json json = process_provenance(context.arguments);
  json["mpi"] = {{"library", runtime.mpi_library()},
                 {"ranks", runtime.world().size()},
                 {"ranks_kept", runtime.ranks_kept()},
                 {"nodes", runtime.nodes()},
                 {"thread_level_requested", thread_level_name(runtime.thread_level_requested())},
                 {"thread_level_provided", thread_level_name(runtime.thread_level_provided())}};
  json["global_arrays"] = runtime.has_global_arrays() ? Json(runtime.global_arrays_version()) : Json(nullptr);
  json["global_arrays_runtime"] =
      runtime.has_global_arrays() ? Json(runtime.global_arrays()->runtime().name) : Json(nullptr);
  json["openshmem"] = runtime.has_openshmem() ? Json(runtime.openshmem()->version()) : Json(nullptr);
  json["libint"] = LibintSession::version();
  json["cures"] = runtime.cures();
  json["self_tests"] = runtime.self_tests();
  json["library_progress"] = settings_json(runtime);
  Json ranks = Json::array();
  for (std::size_t r = 0; r < affinities.size(); ++r)
    ranks.push_back({{"rank", r}, {"host", runtime.hosts()[r]}, {"affinity", affinities[r]}});
  json["ranks"] = ranks;
  if (runtime.world().is_root()) publish_metadata("provenance", json);
  return json;
}

Json document(const std::string& command, const Json& provenance, const Json& config, const Json& results) {
  Json json{
      {"schema_version", json_schema_version}, {"command", command}, {"provenance", provenance}, {"config", config}};
  json.update(results);
  return json;
}

std::optional<JsonFile> open_json(const CommandContext& context, const std::string& path) {
  std::optional<JsonFile> file;
  on_root(context.runtime.world(), [&] {
    if (!path.empty()) file.emplace(path);
  });
  return file;
}

}  // namespace fockproxy
