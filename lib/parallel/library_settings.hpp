// Environment variables that MPI and ARMCI read when they start, and the values in effect.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

struct LibrarySetting {
  std::string name;
  std::string value;                  // empty: this program does not set it
  std::string control_variable = "";  // its name in MPI's tool interface; empty: none
};

struct AppliedSetting {
  LibrarySetting setting;  // with the value in effect
  bool by_user = false;    // the user had set it, and it stays unchanged
};

// Local; call it before MPI starts. Sets the variables that the user's environment does not have. A setting without a
// value is in the result only if the user has the variable.
std::vector<AppliedSetting> apply(const std::vector<LibrarySetting>& settings);

// Local, while MPI runs. Starts the tool interface of MPI (MPI_T), once per process; false if that fails.
bool mpi_tools_started();

// Local, while MPI runs. The value of a control variable (MPI-4.0 section 15.3) as MPI reports it; nothing if MPI has
// no variable of that name.
std::optional<std::string> control_variable(const std::string& name);

}  // namespace fockproxy
