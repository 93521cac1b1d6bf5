// How `scf` and `fock` end: the results printed and written, or the failed verification and no times.
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
  Json config = Json::object();  // beside what config_json() says
  std::vector<Phase> phases;     // beside those of the calculation
  int iterations = 0;            // of an SCF, at most: its matrices need memory
  // On rank 0, of verified runs: prints what is the command's own and adds it to the document.
  std::function<void(Json& document)> results;
  std::string failure;  // why this run fails; empty when it does not
};

// Collective. Prints results, phases, time tables and verification, writes the JSON file, and throws ComputationError
// with the failure, if there is one.
void finish(const Calculation& calculation, const RunReport& report, const std::optional<JsonFile>& json_file);

}  // namespace fockproxy
