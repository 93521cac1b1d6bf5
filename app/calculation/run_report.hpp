// The end of `scf` and `fock`: prints and writes the results, or reports the failed verification without times.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/calculation/calculation.hpp"
#include "app/shared/document.hpp"
#include "record/json.hpp"

namespace fockproxy {

struct RunReport {
  std::string command;
  Json config = Json::object();  // added to the output of config_json()
  std::vector<Phase> phases;     // added to those of the calculation
  int iterations = 0;            // of an SCF, at most; its matrices need memory
  // Called on rank 0 after a verified run. Prints the results of the command and adds them to the document.
  std::function<void(Json& document)> results;
  std::string failure;  // why this run fails; empty if it does not
};

// Collective. Prints results, phases, time tables and verification, and writes the JSON file. Throws ComputationError
// with the failure, if there is one.
void finish(const Calculation& calculation, const RunReport& report, const std::optional<JsonFile>& json_file);

}  // namespace fockproxy
