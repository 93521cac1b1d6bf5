// Environment variables that MPI and ARMCI read when they start, and what became of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

struct LibrarySetting {
  std::string name;
  std::string value;
  std::string control_variable = "";  // its name in MPI's tool interface; empty: none
};

struct AppliedSetting {
  LibrarySetting setting;  // with the value in effect
  bool by_user = false;    // it was there already, and stays
};

// Local; before MPI starts. Sets what the user's environment does not have.
std::vector<AppliedSetting> apply(const std::vector<LibrarySetting>& settings);

// Local, MPI running. Starts MPI's tool interface (MPI_T), once in a process; false where that fails.
bool mpi_tools_started();

// Local, MPI running. What MPI itself says that a control variable (MPI-4.0 section 15.3) is; nothing where it has no
// variable of that name.
std::optional<std::string> control_variable(const std::string& name);

}  // namespace fockproxy
