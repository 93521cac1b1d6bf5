// Task costs in files: fock --save-costs writes what each task took, counter --work-kind fock replays it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

struct RecordedTaskCosts {
  std::string formula, basis, grain;       // of what was computed, as on the command line
  std::vector<double> seconds, estimates;  // by task id; the estimates in their own unit
};

// Local; rank 0.
void write_task_costs(const JsonFile& file, const RecordedTaskCosts& costs);

// Collective. Seconds by task id, the same on every rank. Throws UsageError when the file is none of
// write_task_costs().
std::vector<double> load_task_costs(const Communicator& comm, const std::filesystem::path& file);

}  // namespace fockproxy
