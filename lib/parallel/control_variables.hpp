// The control variables of MPI's tool interface (MPI_T, MPI-4.0 section 15.3.6): settings with the values in effect.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parallel/named_value.hpp"

namespace fockproxy {

// Whether this MPI has the tool interface. MPI-3.0 requires it, but SMPI of SimGrid, a simulator, does not have it.
// Without it there are no control variables. Local; needs no MPI.
bool has_tool_interface();

// Local, while MPI runs. The value of a control variable as MPI reports it; nothing if MPI has no variable of that
// name.
std::optional<std::string> control_variable(const std::string& name);

// Those that choose transports, windows and progress: Open MPI's pml, mtl, btl, osc, ...; MPICH's MPIR_CVAR_CH4_...,
// ..._ASYNC_PROGRESS, .... With an empty value the library chooses. Local, while MPI runs.
std::vector<NamedValue> control_variables();
// Whether this variable is one of the few with the largest effect. Local; needs no MPI.
bool is_principal(const NamedValue& variable);

}  // namespace fockproxy
