// For an MPI without the tool interface: see FockproxyMpi.cmake.
#include "parallel/control_variables.hpp"

namespace fockproxy {

bool has_tool_interface() { return false; }

std::optional<std::string> control_variable(const std::string&) { return std::nullopt; }

std::vector<NamedValue> control_variables() { return {}; }

bool is_principal(const NamedValue&) { return false; }

}  // namespace fockproxy
