#include "app/info/mpi_status.hpp"

#include <optional>

#include "parallel/mpi_introspection.hpp"
#include "parallel/network_libraries.hpp"
#include "record/json.hpp"

namespace fockproxy {

namespace {

Json network_libraries_json() {
  Json libraries = Json::array();
  for (const NetworkLibrary& library : network_libraries()) {
    Json providers = Json::array();
    for (const FabricProvider& provider : library.providers)
      providers.push_back({{"name", provider.name},
                           {"data_progress", provider.data_progress},
                           {"control_progress", provider.control_progress}});
    libraries.push_back({{"name", library.name},
                         {"file", library.file},
                         {"version", library.version},
                         {"providers", std::move(providers)}});
  }
  return libraries;
}

}  // namespace

Json mpi_status(const Runtime& runtime) {
  Json description = Json::array(), variables = Json::object(), principal = Json::array();
  for (const NamedValue& line : mpi_library_description())
    description.push_back(line.name.empty() ? line.value : line.name + ": " + line.value);
  for (const NamedValue& variable : control_variables()) {
    variables[variable.name] = variable.value;
    if (is_principal(variable)) principal.push_back(variable.name);
  }
  const std::optional<bool> cuda = reported_cuda_support();
  return {{"description", description},
          {"standard", mpi_library_standard()},
          {"header_standard", mpi_header_standard()},
          {"library_file", mpi_library_file()},
          {"standard_abi", mpi_standard_abi()},
          {"interface", name_of(mpi_interface())},
          {"found", how_mpi_was_found()},
          {"network_libraries", network_libraries_json()},
          {"cuda_support", cuda ? Json(*cuda) : Json(nullptr)},
          {"cuda_support_overridden", environment_reports_cuda_support()},
          {"thread_level_requested", thread_level_name(runtime.thread_level_requested())},
          {"thread_level_provided", thread_level_name(runtime.thread_level_provided())},
          {"principal_variables", principal},
          {"control_variables", variables}};
}

}  // namespace fockproxy
