#include "app/info/mpi_status.hpp"

#include "parallel/mpi_introspection.hpp"
#include "record/json.hpp"

namespace fockproxy {

Json mpi_status(const Runtime& runtime) {
  Json description = Json::array(), variables = Json::object(), principal = Json::array();
  for (const NamedValue& line : mpi_library_description())
    description.push_back(line.name.empty() ? line.value : line.name + ": " + line.value);
  for (const NamedValue& variable : control_variables()) {
    variables[variable.name] = variable.value;
    if (is_principal(variable)) principal.push_back(variable.name);
  }
  return {{"description", description},
          {"standard", mpi_library_standard()},
          {"header_standard", mpi_header_standard()},
          {"library_file", mpi_library_file()},
          {"standard_abi", mpi_standard_abi()},
          {"interface", name_of(mpi_interface())},
          {"found", how_mpi_was_found()},
          {"thread_level_requested", thread_level_name(runtime.thread_level_requested())},
          {"thread_level_provided", thread_level_name(runtime.thread_level_provided())},
          {"principal_variables", principal},
          {"control_variables", variables}};
}

}  // namespace fockproxy
