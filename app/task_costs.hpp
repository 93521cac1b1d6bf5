// Task costs in files: fock --save-costs writes what each task took, counter --work-kind fock replays it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fock/fock_builder.hpp"
#include "record/json_file.hpp"
#include "system.hpp"

namespace fockproxy {

// Local; rank 0. `grain` as given on the command line; the build was asked to keep its tasks' costs.
void write_task_costs(const JsonFile& file, const System& system, const std::string& grain, const FockBuild& build);

// Collective. Seconds by task id, the same on every rank. Throws UsageError when the file is none of
// write_task_costs().
std::vector<double> load_task_costs(const Communicator& comm, const std::filesystem::path& file);

}  // namespace fockproxy
