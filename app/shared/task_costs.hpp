// Task costs in files. fock --save-costs writes the time of each task, and counter --work-kind fock replays it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

struct RecordedTaskCosts {
  std::string formula, basis, grain;       // of the calculation, as on the command line
  std::vector<double> seconds, estimates;  // by task id; estimates have the unit of TaskCosts
};

// Local; rank 0.
void write_task_costs(const JsonFile& file, const RecordedTaskCosts& costs);

// Collective. Seconds by task id, the same on every rank. Throws UsageError if write_task_costs() did not write the
// file.
std::vector<double> load_task_costs(const Communicator& comm, const std::filesystem::path& file);

}  // namespace fockproxy
