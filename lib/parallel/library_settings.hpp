// Environment variables that MPI and ARMCI read when they start.
#pragma once

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
  bool by_user = false;    // the user had set it, and it stays unchanged
};

// Local; call it before MPI starts. Sets the variables that the user's environment does not have.
std::vector<AppliedSetting> apply(const std::vector<LibrarySetting>& settings);

}  // namespace fockproxy
